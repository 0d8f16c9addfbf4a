// The permission that each scope gives a key, in plain words.

const words: Readonly<Record<string, string>> = {
  'artifacts:read': 'Read pages',
  'artifacts:write': 'Publish, read and edit pages',
  'artifacts:delete': 'Move pages to the trash',
  'comments:read': 'Read comments',
  'comments:write': 'Read and write comments',
  'sharing:write': 'Decide who can open pages',
  'org:read': 'See members, rules, usage and the audit log',
  'org:write': 'Change members, invitations, domains and rules',
}

export const scopeWords = (scope: string): string => (Object.hasOwn(words, scope) ? words[scope]! : scope)
