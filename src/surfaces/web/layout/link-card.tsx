// The card that a chat or a network shows for a link: OpenGraph, and the two words of Twitter's that others read too.

import type { JSX } from 'preact'

export interface CardProps {
  /** Absent for pages that are not everybody's: their card says the name of the service and nothing else. */
  title?: string | undefined
  url?: string | undefined
  description?: string | undefined
  /** Address of its picture. */
  picture?: string | undefined
}

/** The product's name, as cards show it. */
const SITE = 'Recto'

export const Card = ({ title, url, description, picture }: CardProps): JSX.Element => (
  <>
    <meta property="og:site_name" content={SITE} />
    <meta property="og:title" content={title ?? SITE} />
    <meta property="og:type" content={title ? 'article' : 'website'} />
    {url && <meta property="og:url" content={url} />}
    {description && <meta property="og:description" content={description} />}
    {description && <meta name="description" content={description} />}
    {picture && <meta property="og:image" content={picture} />}
    <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
  </>
)
