// Every part of the dashboard, in the order of the navigation; a page is shown there as soon as it stands in this list.
import type { Section } from './dashboard.ts'
import { account } from './routes/account.ts'
import { apps } from './routes/apps.ts'
import { artifacts } from './routes/artifacts.ts'
import { audit } from './routes/audit.ts'
import { comments } from './routes/comments.ts'
import { domains } from './routes/domains.ts'
import { history } from './routes/history.ts'
import { keys } from './routes/keys.ts'
import { members } from './routes/members.ts'
import { policy } from './routes/policy.ts'
import { publish } from './routes/publish.ts'
import { restore } from './routes/restore.ts'
import { security } from './routes/security.ts'
import { usage } from './routes/usage.ts'
import { trash } from './trash/trash.tsx'

export const sections: readonly Section[] = [
  artifacts,
  history,
  comments,
  publish,
  trash,
  keys,
  apps,
  members,
  domains,
  policy,
  usage,
  audit,
  account,
  security,
  restore,
]
