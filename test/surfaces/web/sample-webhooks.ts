// The pages of webhooks in every state, with whatever words one likes in the places that people write to.

import type { Assets } from '../../../src/surfaces/web/layout/assets.ts'
import { type WebhookPageProps, webhookPage } from '../../../src/surfaces/web/organization/webhook.tsx'
import { webhooksPage } from '../../../src/surfaces/web/organization/webhooks.tsx'
import { sampleFrame } from './sample-frame.ts'
import { ago, type Words } from './sample-words.ts'

const at = (days: number): string => ago(days).toISOString()

export function webhookPages(assets: Assets, words: Words): Record<string, () => string> {
  const frame = sampleFrame(assets, words, '/app/webhooks')
  const open: WebhookPageProps['webhook'] = {
    id: 'w1',
    url: 'https://hooks.acme.example/recto?key=3',
    types: null,
    format: 'standard',
    enabled: true,
    disabledReason: null,
    createdAt: at(40),
    lastSuccessAt: at(0.01),
  }
  const failing = {
    ...{ ...open, id: 'w2', url: 'https://chat.acme.example/in/1', format: 'slack' as const },
    ...{ types: ['policy.changed' as const], enabled: false, disabledReason: 'failing' as const },
    lastSuccessAt: null,
  }
  const delivered: WebhookPageProps['deliveries']['rows'][number] = {
    ...{ id: 'm1', webhookId: 'w1', type: 'artifact.published', eventId: 'e1', state: 'delivered' },
    ...{ attempts: 1, status: 200, error: null, createdAt: at(0.01), nextAttemptAt: null, endedAt: at(0.01) },
  }
  const failed = {
    ...{ ...delivered, id: 'm2', type: 'thread.opened', state: 'failed' as const, attempts: 11 },
    ...{ status: 503, error: 'the receiver answered 503', createdAt: at(1) },
  }
  const waiting = { ...failed, id: 'm3', state: 'waiting' as const, attempts: 2, nextAttemptAt: at(-0.01) }
  const none = { rows: [], pages: {} }
  const some = {
    rows: [waiting, delivered, failed],
    pages: { next: '/app/webhooks/w1?cursor=n', first: null },
  }
  const errors = [{ field: 'url', message: words.message }]
  return {
    'webhooks-none': () => webhooksPage({ frame, webhooks: [] }),
    webhooks: () => webhooksPage({ frame, webhooks: [open, failing] }),
    'webhooks-again': () =>
      webhooksPage({ frame, webhooks: [open], errors, values: { url: words.name, format: 'teams' } }),
    webhook: () => webhookPage({ frame, webhook: open, deliveries: some }),
    'webhook-made': () =>
      webhookPage({
        ...{ frame, webhook: open, deliveries: none },
        secret: 'whsec_7Hq2kZk81mWb5TcYx9PvRdNfQ3sLgA6e',
      }),
    'webhook-off': () => webhookPage({ frame, webhook: failing, deliveries: some, state: 'failed' }),
    'webhook-tested': () =>
      webhookPage({ frame, webhook: open, deliveries: { ...some, rows: [delivered] }, tested: delivered }),
    'webhook-test-failed': () =>
      webhookPage({ frame, webhook: open, deliveries: none, tested: { ...failed, type: 'webhook.test' } }),
    'webhook-again': () =>
      webhookPage({ frame, webhook: open, deliveries: none, errors, values: { url: words.name } }),
  }
}
