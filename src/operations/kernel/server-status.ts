// The status of the server and its parts, as it is told.
import { z } from 'zod'

export const serverStatusSchema = z.object({
  version: z.string(),
  schema: z.int().describe('The number of the last migration'),
  nodes: z.int().describe('Server processes that run'),
  clockSkewMs: z.number().describe("Milliseconds that this machine's clock is ahead of the database's"),
  database: z.object({
    answers: z.boolean(),
    bytes: z.int().nullable().describe('Null where it does not answer'),
    connections: z.object({ open: z.int(), idle: z.int(), waiting: z.int() }).nullable(),
  }),
  files: z.object({ answers: z.boolean() }),
  mail: z.object({
    waiting: z.int().nullable(),
    hasServer: z.boolean().describe('False where mail is written as files'),
  }),
  webhooks: z.object({ waiting: z.int().nullable() }),
  jobs: z.array(z.object({ name: z.string(), isStuck: z.boolean(), failures: z.int() })),
  backup: z
    .object({ lastAt: z.iso.datetime().nullable(), everyMinutes: z.int() })
    .nullable()
    .describe('Null where no backups are scheduled'),
})

export type ServerStatus = z.infer<typeof serverStatusSchema>
