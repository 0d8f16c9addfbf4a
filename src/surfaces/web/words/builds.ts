// The words of rules for builds.

export const buildWords = {
  title: 'CI builds',
  intro:
    'A build on GitHub or GitLab gets a key for 15 minutes and needs no stored secret. A rule says which builds, and what their keys can do.',
  rules: 'Rules',
  none: 'No rules yet',
  noneHint: 'No build gets a key without a rule. Add the first one below.',
  off: 'Builds cannot get keys here: the operator of this server accepts no issuer.',
  organization: 'The id of this organization, for the workflow',
  repository: (id: number) => `Repository ${id}`,
  number: (id: number) => `number ${id}`,
  anyRef: 'any branch or tag',
  environment: (name: string) => `environment ${name}`,
  pullRequests: 'Pull requests',
  lastUsed: 'Used',
  neverUsed: 'Never used',
  remove: 'Remove',
  removeRule: (name: string) => `Remove the rule for ${name}`,
  removeTitle: 'Remove this rule?',
  removeHint: 'Builds get no more keys by it, and the keys they have stop working now.',
  confirm: 'Remove rule',
  add: 'Add a rule',
  issuer: 'Builds run on',
  repositoryId: 'Number of the repository or project',
  repositoryIdHint:
    'GitHub: gh api repos/OWNER/NAME --jq .id. GitLab: Project ID, in the menu beside the name of the project.',
  ref: 'Branch or ref',
  refHint: 'Such as main or refs/tags/v*. A * stands for characters other than a slash.',
  environmentField: 'Environment',
  environmentHint: 'The rule needs a branch or ref, an environment, or both. With both, both have to fit.',
  admitPullRequests: 'Also for pull requests and merge requests',
  admitPullRequestsHint:
    'They run what people propose. Their ref is like refs/pull/*/merge on GitHub, and the branch they come from on GitLab.',
  scopes: 'Their keys can',
  visibilities: 'For pages that open for',
  company: 'The company',
  public: 'Anyone with the link',
  save: 'Add rule',
  added: 'Rule added. Builds get keys by it from now on.',
  removed: 'Rule removed. Its keys no longer work.',
} as const

/** Names of the issuers that most people use; others go by their address. */
export const issuerNames: Readonly<Record<string, string>> = {
  'https://token.actions.githubusercontent.com': 'GitHub Actions',
  'https://gitlab.com': 'GitLab.com',
}
