// The ids that an author chose for places of a Markdown page.

/** Set before every id and name an author chose, so that none meets one of ours (DOM clobbering); addresses go without it. */
export const ID_PREFIX = 'user-content-'
