// The paths of the pages about one artifact.

export type ArtifactPath = `/app/artifacts/${string}`

/** Path of the page of an artifact's settings. */
export const settingsPath = (shortId: string): ArtifactPath => `/app/artifacts/${encodeURIComponent(shortId)}`

/** Path of the page with all its versions. */
export const historyPath = (shortId: string): ArtifactPath => `${settingsPath(shortId)}/history`

/** The artifact with its open comments beside it. */
export const openCommentsPath = (shortId: string): string => `/${shortId}?thread=open`

/** The artifact with the dialog in which it is shared. */
export const sharePath = (shortId: string): string => `/${shortId}?share`

/** Path of what that dialog begins with. */
export const sharingPath = (shortId: string): ArtifactPath => `${settingsPath(shortId)}/share`
