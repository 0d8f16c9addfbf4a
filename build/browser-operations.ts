// A Vite plugin that leaves of each operation, in a bundle of the browser, only how it is requested.
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Operation } from '../src/operations/kernel/operation.ts'

/** A script that takes anything else from a file of operations, or an operation that is not on REST, fails to build. */
export function browserOperations(): Plugin {
  return {
    name: 'browser-operations',
    enforce: 'pre',
    async load(id) {
      if (!/\/src\/operations\/.+\.ts$/.test(id)) return null
      const { routeOf } = await import(pathToFileURL('src/surfaces/http/fields.ts').href)
      const exported: Record<string, unknown> = await import(pathToFileURL(id).href)
      const routes = Object.entries(exported).flatMap(([name, value]) => {
        const route = isOperation(value) && routeOf(value)
        return route ? [`export const ${name} = ${JSON.stringify(route)}`] : []
      })
      return { code: routes.join('\n'), moduleType: 'js' }
    },
  }
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'input' in value && 'rest' in value
