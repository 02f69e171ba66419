import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { UserConfig, Plugin } from 'vite'
import { sliceContract } from './contract-slice.ts'

const FIRST_FONT = /ibm-plex-sans-latin-400-normal.*\.woff2$/

type Info = { readonly importers: readonly string[]; readonly isEntry: boolean } | null

type Context = { getModuleInfo(id: string): Info }

const SIGN_IN_SCREEN = '/login-page.tsx'

/**
 * Modules that depend on the 'ground' chunk. Inside that chunk they would run before their dependencies, and the page
 * would stay empty.
 */
const ABOVE_THE_GROUND = /\/features\/auth\//u

/** Library modules that are reachable only through the library's index; the bundler puts them where they are used. */
const BY_INDEX_ONLY =
  /\/icons\/Icon(?!X\.|AlertTriangle\.|CircleCheck\.)|mutationObserver|useMutation|[iI]nfiniteQuery(?!Behavior)/u

const CONTRACT = fileURLToPath(new URL('../contract/src/', import.meta.url))

/**
 * Puts the modules that the public screens share into one file: six small files are larger in total, and a first visit
 * waits for each of them.
 */
const SIGN_IN_PARTS = {
  name: 'sign-in',
  priority: 2,
  test: /web\/src\/(features\/auth\/[^/]+\.(tsx?|module\.css)$|ui\/(form|text|password)-field)|IconEye/u,
}

/** The modules that the other public screens share, and the sign-in screen does not need. */
const BESIDE_THE_SIGN_IN = {
  name: 'mailed',
  priority: 3,
  test: /(features\/auth\/(auth\.wire|mailed-link|new-password)|lib\/use-redirect-after)\.ts$/u,
}

/** React is more than half of a first visit and rarely changes, so it stays cached across releases of the portal. */
const REACT = { name: 'react', priority: 1, test: /node_modules\/(react|react-dom|scheduler)\//u }

/**
 * Small modules of the protected screens. As separate files, each would cost its screen one more request and the first
 * visit one more file name.
 */
const BEHIND_THE_SIGN_IN = {
  name: 'screens',
  priority: -1,
  test: /web\/src\/(ui\/(checkbox-field|column-width|combobox|dialog\.|empty-state|for-right|history-link|icon-button|keys-help|list-screen|load-failed|notice-dock|page-heading|screen-tabs|select-field|use-focus-fallback|use-modal-dialog|use-notice|use-row-place|use-undoable-acts|use-virtual-rows|user-name|virtual-rows)|lib\/(address-number|changed-meanwhile|counties|county-text|failure-text|parties|reload|request-counts|restore-file|rights|scope|select-options|single-keys|stored-drafts|suggestions\.queries|use-debounced|use-stable-search|use-suggestions))|contract\/src\/(lookups\/usual-relations|access\/(access|rights)-errors|recycle-bin\/|requests\/)|mutationObserver|useMutation|icons\/Icon(ChevronDown|ChevronRight|ExternalLink|Filter|Keyboard|Refresh|Trash)\./u,
}

const config = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  clearScreen: false,
  logLevel: 'warn',
  plugins: [contractPlugin(), react(), fontPreload()],
  // Always the production page, whatever NODE_ENV is set in the environment.
  mode: 'production',
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { conditions: ['module', 'browser', 'production'] },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  build: {
    target: 'baseline-widely-available',
    // The page inlines no assets, so that its content security policy can be strict.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        // A name changes with its file's content. The first file lists the names of all chunks, so every letter counts.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            BESIDE_THE_SIGN_IN,
            SIGN_IN_PARTS,
            REACT,
            { name: firstVisit(), debugName: 'ground', priority: 0 },
            BEHIND_THE_SIGN_IN,
          ],
        },
      },
    },
  },
} satisfies UserConfig

export default config

/** Gives the browser only its part of the contract: no zod, no schemas (see `sliceContract`). */
function contractPlugin(): Plugin {
  return {
    name: 'contract',
    enforce: 'pre',
    transform(code, id) {
      return id.startsWith(CONTRACT) && id.endsWith('.ts')
        ? { code: sliceContract(id, code), map: null }
        : null
    },
  }
}

/**
 * Puts every other module that the sign-in screen needs on a first visit, and that is in no other group, into one file.
 * Otherwise modules that protected screens also need would end up in a dozen small files, which are larger in total,
 * and a first visit waits for each of them.
 */
function firstVisit() {
  const found = new Map<string, boolean>()
  const isNeeded = (id: string, context: Context): boolean => {
    const known = found.get(id)
    if (known !== undefined) return known
    // Modules that import each other are needed if something else needs them.
    found.set(id, false)
    const info = context.getModuleInfo(id)
    const isIt =
      info !== null &&
      (info.isEntry ||
        id.endsWith(SIGN_IN_SCREEN) ||
        info.importers.some((importer) => isNeeded(importer, context)))
    found.set(id, isIt)
    return isIt
  }
  return (id: string, context: Context) =>
    !ABOVE_THE_GROUND.test(id) && !BY_INDEX_ONLY.test(id) && isNeeded(id, context) ? 'ground' : null
}

/** Makes the page load its text font immediately, not only after the style sheet that names it. */
function fontPreload(): Plugin {
  return {
    name: 'font-preload',
    transformIndexHtml: {
      order: 'post',
      handler: (_page, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => FIRST_FONT.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  }
}
