// How the server does, for the owners of the organization that operates it.
import { z } from 'zod'
import { asMember } from '../../domain/policy.ts'
import { notFound } from '../../domain/problem.ts'
import { operation } from '../kernel/operation.ts'
import { serverStatusSchema } from '../kernel/server-status.ts'

const inDashboard = { gap: 'programs read the metrics and readyz, which need no session' }

export const serverStatus = operation({
  name: 'serverStatus',
  summary: 'See how the server and each of its parts do.',
  input: z.object({}),
  output: serverStatusSchema,
  effect: 'read',
  access: { organization: 'owner', scope: 'org:read' },
  fails: [],
  rest: inDashboard,
  mcp: inDashboard,
  cli: inDashboard,
  async run({ context, actor }) {
    const { operator } = context
    if (!operator || asMember(actor).organizationId !== operator.organizationId) throw notFound()
    return operator.status()
  },
})
