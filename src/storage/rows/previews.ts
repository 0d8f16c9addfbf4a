// The rows of public previews.
import type { Time } from '../../domain/artifact.ts'
import type { Visibility } from '../../domain/audience.ts'

export interface Preview {
  artifactId: string
  shortId: string
  name: string
  size: number
  createdAt: Time
  expiresAt: Time
  claimedAt: Time | null
}

export interface PreviewReading {
  /** By SHA-256 (hex) of the claim code. */
  findByClaim(claimHash: string): Promise<Preview | null>
  findByArtifact(artifactId: string): Promise<Preview | null>
}

export interface PreviewRows extends PreviewReading {
  insert(preview: { artifactId: string; claimHash: string; expiresAt: Time }): Promise<void>
  /** Gives the artifact to its claimer; false if somebody was first. */
  claim(
    artifactId: string,
    to: { organizationId: string; ownerId: string | null; visibility: Visibility },
    now: Time,
  ): Promise<boolean>
}
