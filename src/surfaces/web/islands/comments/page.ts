// What the server tells the panel of comments about page and reader, as JSON in its `data-comments`.

export interface CommentsPage {
  shortId: string
  /** Whether the reader may write, and whether the comments may be seen at all. */
  may: boolean
  sees: boolean
  /** Path of a sign-in that returns here; null for who is signed in. */
  signIn: string | null
}
