// The events that can happen in an organization (contract section 8).

export const eventTypes = [
  'artifact.published',
  'artifact.updated',
  'artifact.deleted',
  'artifact.audience_changed',
  'artifact.restored',
  'artifact.settings_changed',
  'artifact.claimed',
  'thread.opened',
  'thread.replied',
  'thread.resolved',
  'thread.reopened',
  'thread.orphaned',
  'member.joined',
  'member.removed',
  'key.created',
  'key.revoked',
  'policy.changed',
] as const
export type EventType = (typeof eventTypes)[number]

/** Events about comments, which not every reader of an artifact may see. */
export const threadEvents: readonly EventType[] = eventTypes.filter(type => type.startsWith('thread.'))
