// What each scope lets a key do, in plain words.

const words: Readonly<Record<string, string>> = {
  'artifacts:read': 'Read pages',
  'artifacts:write': 'Publish, read and edit pages',
  'artifacts:delete': 'Move pages to the trash',
  'comments:read': 'Read comments',
  'comments:write': 'Read and write comments',
  'sharing:write': 'Decide who opens pages',
  'org:read': 'See members, policy, usage and audit',
  'org:write': 'Change members, invitations, domains and policy',
}

export const scopeWords = (scope: string): string => (Object.hasOwn(words, scope) ? words[scope]! : scope)
