// What the server tells the panel of comments about page and reader, as JSON in its `data-comments`.

export interface CommentsPage {
  shortId: string
  /** Names the reader among the drafts of this browser; null for nobody, who writes none. */
  reader: string | null
  /** Whether the reader may write, and whether the comments may be seen at all. */
  may: boolean
  sees: boolean
  /** Path of a sign-in that returns here; null for who is signed in. */
  signIn: string | null
}
