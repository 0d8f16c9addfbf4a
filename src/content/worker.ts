// What runs in a worker process: one task after another, each module loaded when first asked for.

const tasks = {
  findPassage: async () => (await import('./anchoring.ts')).findPassage,
  carryPassages: async () => (await import('./anchoring.ts')).carryPassages,
  pageText: async () => (await import('./page-text.ts')).pageText,
  readable: async () => (await import('./readable-text.ts')).readableText,
  comparison: async () => (await import('./comparison.ts')).comparison,
  renderedChanges: async () => (await import('./rendered-changes.ts')).renderedChanges,
  unified: async () => (await import('./diff.ts')).unified,
  renderPage: async () => (await import('./render-page.ts')).renderPage,
  sourceLines: async () => (await import('./source-lines.ts')).sourceLines,
  sourcePage: async () => (await import('./render-page.ts')).sourcePage,
  matchesIn: async () => (await import('./finding.ts')).matchesIn,
  onlyPlaces: async () => (await import('./finding.ts')).onlyPlaces,
  markTexts: async () => (await import('./text-in-place.ts')).markTexts,
  replaceTexts: async () => (await import('./text-in-place.ts')).replaceTexts,
  merge3: async () => (await import('./merge.ts')).merge3,
  mergeParts: async () => (await import('./merge.ts')).mergeParts,
}

type Tasks = typeof tasks
type Run<Name extends Task> = Awaited<ReturnType<Tasks[Name]>>

export type Task = keyof Tasks
/** The arguments of a task. */
export type Input<Name extends Task> = Parameters<Run<Name>>
/** What a task answers. */
export type Output<Name extends Task> = Awaited<ReturnType<Run<Name>>>

async function answer({ task, input }: { task: Task; input: unknown[] }): Promise<void> {
  try {
    const run = (await tasks[task]()) as (...input: unknown[]) => unknown
    process.send?.({ value: await run(...input) })
  } catch (error) {
    process.send?.({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
  }
}

process.on('message', answer)
process.on('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
