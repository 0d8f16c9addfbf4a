// A Vite plugin that writes what each browser bundle weighs, and which modules make it so, as one HTML page.

import { mkdirSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

interface Row {
  file: string
  bytes: number
  gzip: number
  brotli: number
  modules: [name: string, bytes: number][]
}

function rowOf(output: Rolldown.OutputChunk | Rolldown.OutputAsset): Row {
  const body = Buffer.from(output.type === 'chunk' ? output.code : output.source)
  const modules = output.type === 'chunk' ? Object.entries(output.modules) : []
  return {
    file: output.fileName,
    bytes: body.length,
    gzip: gzipSync(body, { level: 9 }).length,
    brotli: brotliCompressSync(body).length,
    modules: modules
      .map(([name, { renderedLength }]): [string, number] => [shortName(name), renderedLength])
      .sort((a, b) => b[1] - a[1]),
  }
}

const shortName = (path: string) => path.replace(/^\0/, '').replace(`${process.cwd()}/`, '')

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)

function section(row: Row): string {
  const items = row.modules.map(([name, bytes]) => `<tr><td>${escapeHtml(name)}<td>${bytes}`).join('\n')
  return `<h2>${escapeHtml(row.file)}</h2>
<p>${row.bytes} bytes, ${row.gzip} gzip, ${row.brotli} Brotli</p>
<table><tr><th>module<th>bytes before minification\n${items}</table>`
}

function page(rows: Row[]): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bundle sizes</title>
<style>body{font:14px system-ui;margin:2rem}td:last-child,th:last-child{text-align:right;padding-left:2rem}</style>
<h1>Bundle sizes</h1>\n${rows.map(section).join('\n')}\n</html>\n`
}

/** Writes `index.html` and `sizes.json` into the folder after each build. */
export function bundleReport(folder: string): Plugin {
  return {
    name: 'bundle-report',
    generateBundle(_options, bundle) {
      const rows = Object.values(bundle)
        .map(rowOf)
        .sort((a, b) => b.gzip - a.gzip)
      mkdirSync(folder, { recursive: true })
      writeFileSync(`${folder}/index.html`, page(rows))
      writeFileSync(
        `${folder}/sizes.json`,
        `${JSON.stringify(
          rows.map(({ modules, ...sizes }) => sizes),
          null,
          2,
        )}\n`,
      )
    },
  }
}
