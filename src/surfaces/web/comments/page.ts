// The facts about page and reader that the server tells the panel of comments, as JSON in its `data-comments`.

export interface CommentsPage {
  shortId: string
  /** Names the reader among the drafts of this browser; null for nobody, who writes none. */
  reader: string | null
  /** True where the reader may write, and where the comments may be seen at all. */
  may: boolean
  sees: boolean
  /** Path of a sign-in that returns here; null for a reader who is signed in. */
  signIn: string | null
}
