// Where the pages about one artifact are.

export type ArtifactPath = `/app/artifacts/${string}`

/** Path of the page of an artifact's settings. */
export const settingsPath = (shortId: string): ArtifactPath => `/app/artifacts/${encodeURIComponent(shortId)}`

/** Path of the page with all its versions. */
export const historyPath = (shortId: string): ArtifactPath => `${settingsPath(shortId)}/history`

/** The comments of an artifact, as a page that needs no script. */
export const commentsPath = (shortId: string): ArtifactPath => `${settingsPath(shortId)}/comments`

/** Path of the page on which it is shared. */
export const sharePath = (shortId: string): ArtifactPath => `${settingsPath(shortId)}/share`
