// Every part of the dashboard, in the order of the navigation; a page is shown there as soon as it stands in this list.

import { account } from './account/account.tsx'
import { apps } from './account/apps.tsx'
import { keys } from './account/keys.tsx'
import { security } from './account/security.tsx'
import { artifacts, shared } from './artifact-list/artifacts.ts'
import { trash } from './artifact-list/trash.tsx'
import { artifactSettings } from './artifact-settings/artifact-settings.ts'
import { connect } from './connect/connect.tsx'
import { editor } from './editor/editor.ts'
import { history } from './history/history.ts'
import { audit } from './organization/audit.tsx'
import { builds } from './organization/builds.tsx'
import { domains } from './organization/domains.tsx'
import { general } from './organization/general.tsx'
import { members } from './organization/members.tsx'
import { policy } from './organization/policy.tsx'
import { restore } from './organization/restore.tsx'
import { status } from './organization/status.tsx'
import { usage } from './organization/usage.tsx'
import { webhooks } from './organization/webhooks.tsx'
import type { Section } from './page/dashboard.ts'
import { share } from './share/share.ts'

export const sections: readonly Section[] = [
  artifacts,
  shared,
  artifactSettings,
  share,
  editor,
  history,
  trash,
  connect,
  general,
  members,
  domains,
  builds,
  webhooks,
  policy,
  usage,
  audit,
  status,
  keys,
  apps,
  account,
  security,
  restore,
]
