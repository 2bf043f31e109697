import { addTexts, type Load } from './index.js'
import type { Namespace } from './namespaces.js'

const loadOf =
  (namespace: Namespace): Load =>
  (language) =>
    namespace === 'queues'
      ? import(`../../../packages/contracts/locales/${language}/queues.json`)
      : import(`../locales/${language}/${namespace}.json`)

/** Loads namespaces that some pages need. This is not in index.ts, so the home page does not load the list of files. */
export const loadNamespaces = (...namespaces: Exclude<Namespace, 'shell' | 'pages' | 'findings'>[]) =>
  addTexts(Object.fromEntries(namespaces.map((namespace) => [namespace, loadOf(namespace)])))
