// Every page in every state, with whatever words one likes in the places that people write to.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { frameDocuments } from '../../../src/surfaces/viewer/frame.ts'
import { headerTable } from '../../../src/surfaces/viewer/headers.ts'
import { allowedPage, stopPage, stoppedPage } from '../../../src/surfaces/web/account/stop.tsx'
import { type ArtifactPageProps, artifactPage } from '../../../src/surfaces/web/artifact/artifact-page.tsx'
import { type Assets, openAssets } from '../../../src/surfaces/web/layout/assets.ts'
import { islands, styles } from '../../../src/surfaces/web/layout/document.tsx'
import { problemPage } from '../../../src/surfaces/web/layout/problem-page.tsx'
import { askedPage, missingPage } from '../../../src/surfaces/web/page/missing-page.tsx'
import { claimPage } from '../../../src/surfaces/web/publish/claim.tsx'
import { homePage } from '../../../src/surfaces/web/publish/home-page.tsx'
import { publishedPreviewPage } from '../../../src/surfaces/web/publish/published-preview-page.tsx'
import { blockedPage, blockPage, unblockedPage } from '../../../src/surfaces/web/share/block.tsx'
import { type ConsentPageProps, consentPage } from '../../../src/surfaces/web/sign-in/consent-page.tsx'
import { devicePage } from '../../../src/surfaces/web/sign-in/device-page.tsx'
import {
  codePage,
  factorPage,
  proveAgainPage,
  setupPage,
  signInPage,
} from '../../../src/surfaces/web/sign-in/sign-in-pages.tsx'
import { sameScript } from './same-script.ts'
import { dashboardPages } from './sample-dashboard.ts'
import { sampleDocs } from './sample-docs.ts'
import { sourcePages } from './sample-source.ts'
import { ago, now, plainWords, url, type Words } from './sample-words.ts'

const headers = headerTable({ url, frameSources: ['https://*.pages.example'], inlineScripts: [] })
const frame = frameDocuments({
  url,
  scripts: sameScript('void 0'),
  drawing: '/assets/diagrams.js',
  diagrams: '/assets/page-diagrams.js',
  headers,
}).element('html', 'https://x.pages.example')

/** A build of nothing, in a folder that `remove` takes away. */
export function emptyBuild(): { assets: Assets; folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'recto-build-'))
  const sources = [...Object.values(islands), ...Object.values(styles)]
  const manifest = sources.map((source, index) => {
    const file = `built-${index}${source.slice(source.lastIndexOf('.')).replace('.ts', '.js')}`
    writeFileSync(join(folder, file), `/* ${source} */`)
    return [source, { file }] as const
  })
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(Object.fromEntries(manifest)))
  return { assets: openAssets(folder), folder, remove: () => rmSync(folder, { recursive: true }) }
}

const sampleConsent = (assets: Assets, words: Words): ConsentPageProps => ({
  assets,
  path: '/oauth/consent/aB3dEfGh1J',
  reader: { name: words.person, email: words.email },
  client: { name: words.name, host: 'localhost:8917', publisher: null },
  way: 'device',
  organizations: [
    { id: 'o1', name: words.organization },
    { id: 'o2', name: 'Acme' },
  ],
  organizationId: 'o1',
  scopes: [
    { scope: 'artifacts:read', checked: true },
    { scope: 'artifacts:write', checked: true },
    { scope: 'sharing:write', checked: false },
  ],
  days: [30, 90],
  chosenDays: 30,
})

export function sampleArtifact(assets: Assets, words: Words, more: Partial<ArtifactPageProps> = {}): string {
  return artifactPage({
    assets,
    shortId: 'aB3dEfGh1J',
    name: words.name,
    format: 'html',
    size: 48_211,
    saved: { version: 4, currentVersion: 4, updatedAt: ago(0.13), by: words.person },
    audience: { visibility: 'company', organization: words.organization },
    url: `${url}/aB3dEfGh1J`,
    frame,
    printFrame: null,
    drawingFrame: null,
    comments: { shortId: 'aB3dEfGh1J', reader: null, may: false, sees: false, signIn: null, open: 0 },
    reader: words.email,
    now,
    ...more,
  }).toString()
}

/** Page by name. Each text of `words` stands wherever such a text can stand. */
export function samplePages(assets: Assets, words: Words = plainWords): Record<string, () => string> {
  const errors = [{ field: 'email', message: words.message }]
  const providers = [
    { name: 'Google', href: '/auth/google?next=%2Fapp' },
    { name: 'Microsoft', href: '/auth/microsoft?next=%2Fapp' },
  ]
  const page = {
    name: words.name,
    url: `${url}/aB3dEfGh1J`,
    size: 48_211,
    createdAt: ago(0.2),
    expiresAt: ago(-29.8),
  }
  const block = { assets, path: '/block/token', email: words.email }
  const device = { assets, path: '/auth/device', reader: words.email }
  const stop = { assets, path: '/stop/token' }
  const claim = (state: Parameters<typeof claimPage>[0]['state'], more = {}) =>
    claimPage({ assets, path: '/claim/7Hq2kZ', state, now, ...more })
  return {
    home: () => homePage({ assets, url, previews: true }),
    'home-members': () => homePage({ assets, url, previews: false }),
    'home-again': () =>
      homePage({ assets, url, previews: true, errors: [{ field: 'file', message: words.message }] }),
    'home-undone': () => homePage({ assets, url, previews: true, undone: true }),
    ...sampleDocs(assets, words.name),
    'published-preview': () =>
      publishedPreviewPage(assets, {
        ...{ shortId: 'aB3dEfGh1J', name: words.name, editToken: 'token' },
        ...{ url: `${url}/aB3dEfGh1J`, claimUrl: `${url}/claim/7Hq2kZ`, expiresAt: now.toISOString() },
      }),
    'home-signed-in': () => homePage({ assets, url, previews: true, reader: words.email }),
    missing: () => missingPage({ assets }),
    'missing-signed-in': () => missingPage({ assets, reader: { email: words.email, mayAsk: true } }),
    'missing-elsewhere': () => missingPage({ assets, reader: { email: words.email, mayAsk: false } }),
    'missing-again': () => {
      const errors = [{ field: 'message', message: words.message }]
      return missingPage({
        assets,
        reader: { email: words.email, mayAsk: true, typed: words.message, errors },
      })
    },
    asked: () => askedPage(assets),
    block: () => blockPage(block),
    blocked: () => blockedPage(block),
    unblocked: () => unblockedPage(block),
    consent: () => consentPage(sampleConsent(assets, words)),
    'consent-refused': () =>
      consentPage({
        ...sampleConsent(assets, words),
        way: 'site',
        errors: [{ field: 'scopes', message: words.message }],
      }),
    'consent-published': () => {
      const client = { name: words.name, host: 'apps.example', publisher: 'apps.example' }
      return consentPage({ ...sampleConsent(assets, words), way: 'site', client })
    },
    'consent-by-code': () =>
      consentPage({ ...sampleConsent(assets, words), way: 'code', hidden: { ticket: 'ticket' } }),
    device: () => devicePage(device),
    'device-refused': () =>
      devicePage({ ...device, code: words.name, errors: [{ field: 'code', message: words.message }] }),
    'device-connected': () => devicePage({ ...device, outcome: 'connected' }),
    'device-declined': () => devicePage({ ...device, outcome: 'declined' }),
    'device-ended': () => devicePage({ ...device, outcome: 'ended' }),
    stop: () => stopPage({ ...stop, of: 'comments' }),
    'stop-sharing': () => stopPage({ ...stop, of: 'sharing' }),
    stopped: () => stoppedPage({ ...stop, of: 'comments' }),
    'stopped-sharing': () => stoppedPage({ ...stop, of: 'sharing' }),
    'stop-undone': () => allowedPage(stop),
    'sign-in': () => signInPage({ assets, next: '/app' }),
    'sign-in-by-provider': () => signInPage({ assets, next: '/app', providers }),
    'sign-in-again': () => signInPage({ assets, next: '/app', email: words.email, errors }),
    'sign-in-to-go-on': () => proveAgainPage({ assets, next: '/app', email: words.email, providers }),
    code: () => codePage({ assets, next: '/app', email: words.email, isSent: false }),
    'code-for-page': () =>
      codePage({ assets, next: '/aB3dEfGh1J', artifact: 'aB3dEfGh1J', email: words.email, isSent: true }),
    'code-again': () =>
      codePage({
        assets,
        next: '/app',
        email: words.email,
        isSent: true,
        errors: [{ field: 'code', message: words.message }],
      }),
    'second-factor': () => factorPage({ assets, next: '/app' }),
    'second-factor-again': () =>
      factorPage({ assets, next: '/app', errors: [{ field: 'code', message: words.message }] }),
    setup: () => setupPage({ assets, action: '/auth/setup/7Hq2' }),
    'setup-again': () =>
      setupPage({ assets, action: '/auth/setup/7Hq2', name: words.person, email: words.email, errors }),
    ...dashboardPages(assets, words),
    claim: () =>
      claim({
        is: 'ready',
        page,
        reader: words.email,
        chosen: { id: 'o1', name: words.organization, allowPublic: false },
        places: [
          { id: 'o1', name: words.organization, allowPublic: false },
          { id: 'o2', name: words.name, allowPublic: true },
        ],
      }),
    'claim-nowhere': () => claim({ is: 'nowhere', page, reader: words.email }),
    'claim-again': () =>
      claim(
        {
          is: 'ready',
          page,
          reader: words.email,
          chosen: { id: 'o1', name: words.organization, allowPublic: true },
          places: [{ id: 'o1', name: words.organization, allowPublic: true }],
        },
        { errors: [{ field: null, message: words.message }] },
      ),
    'claim-signed-out': () =>
      claim({ is: 'open', page, providers: [{ name: 'Google', href: '/auth/google' }] }),
    'claim-unknown': () => claim({ is: 'unknown' }),
    'claim-expired': () => claim({ is: 'expired' }),
    'claim-spent': () => claim({ is: 'claimed' }),
    problem: () =>
      problemPage({
        assets,
        status: 429,
        title: 'Too many requests',
        detail: words.message,
        code: 'rate_limited',
        requestId: '0193a5c2',
        reader: words.email,
      }),
    ...sourcePages(assets, words),
    artifact: () => sampleArtifact(assets, words),
    'artifact-preview': () =>
      sampleArtifact(assets, words, {
        audience: { visibility: 'public' },
        preview: {
          createdAt: ago(0.2),
          expiresAt: ago(-29.8),
          reportPath: '/report/aB3dEfGh1J',
          interstitial: true,
        },
      }),
  }
}

export { plainWords, type Words }
