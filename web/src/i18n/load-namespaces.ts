import { addTexts, type Load } from './index.js'
import type { Namespace } from './namespaces.js'

const loadOf =
  (namespace: Namespace): Load =>
  (language) =>
    namespace === 'queues'
      ? import(`../../../packages/contracts/locales/${language}/queues.json`)
      : import(`../locales/${language}/${namespace}.json`)

/**
 * Loads namespaces that only some pages need. For the patterns above, Vite adds a list of all matching files. The
 * patterns are not in index.ts, so that the home page does not load this list.
 */
export const loadNamespaces = (...namespaces: Exclude<Namespace, 'shell' | 'pages' | 'findings'>[]) =>
  addTexts(Object.fromEntries(namespaces.map((namespace) => [namespace, loadOf(namespace)])))
