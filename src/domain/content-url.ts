// The check of the origin template for people's pages (contract section 9).

/** Says why `contentUrl` cannot be the template of content origins beside the app at `url`, as the rest of a sentence; or null. */
export function contentUrlMistake(url: string, contentUrl: string): string | null {
  const probe = URL.parse(contentUrl.replace('{label}', 'label'))
  if (!probe || !/^https?:$/.test(probe.protocol)) return 'must be an http or https address'
  if (contentUrl.replace('{label}', 'label') !== probe.origin)
    return 'must be an origin alone: no path, no trailing slash, lower case'
  if (contentUrl.includes('{label}') && !/^https?:\/\/[a-z0-9-]*\{label\}[a-z0-9-]*\./.test(contentUrl))
    return 'must hold {label} in the first part of its host, as in https://{label}.pages.example'
  if (URL.parse(url)?.protocol === 'https:' && probe.protocol !== 'https:')
    return 'must be https when RECTO_URL is: browsers refuse the mixture'
  return null
}
