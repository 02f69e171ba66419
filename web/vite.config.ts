import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { UserConfig, Plugin } from 'vite'
import { sliceContract } from './contract-slice.ts'

const FIRST_FONT = /ibm-plex-sans-latin-400-normal.*\.woff2$/

type Info = { readonly importers: readonly string[]; readonly isEntry: boolean } | null

type Context = { getModuleInfo(id: string): Info }

const SIGN_IN_SCREEN = '/login-page.tsx'

/** Stands on the ground: a part of it within the ground would run before what it stands on, and the page stay empty. */
const ABOVE_THE_GROUND = /\/features\/auth\//u

/** Parts of libraries that are there by their index only; the bundler itself leaves them to who uses them. */
const BY_INDEX_ONLY =
  /\/icons\/Icon(?!X\.|AlertTriangle\.|CircleCheck\.)|mutationObserver|useMutation|[iI]nfiniteQuery(?!Behavior)/u

const CONTRACT = fileURLToPath(new URL('../contract/src/', import.meta.url))

/**
 * What the screens before the sign-in share goes into one file: six small ones are larger together, and a first visit
 * waits for each.
 */
const SIGN_IN_PARTS = {
  name: 'sign-in',
  priority: 2,
  test: /web\/src\/(features\/auth\/[^/]+\.(tsx?|module\.css)$|ui\/(form|text|password)-field)|IconEye/u,
}

/** What the others of them share, and the sign-in does without. */
const BESIDE_THE_SIGN_IN = {
  name: 'mailed',
  priority: 3,
  test: /features\/auth\/(auth\.wire|mailed-link|new-password|use-login-after)\.ts$/u,
}

/** React is more than half of a first visit and changes seldom: a new release of the portal leaves it in the cache. */
const REACT = { name: 'react', priority: 1, test: /node_modules\/(react|react-dom|scheduler)\//u }

/**
 * Small parts of the screens behind the sign-in: each as a file of its own is one more request of its screen, and one
 * more name that the first visit reads.
 */
const BEHIND_THE_SIGN_IN = {
  name: 'screens',
  priority: -1,
  test: /web\/src\/(ui\/(column-width|combobox|empty-state|for-right|history-link|icon-button|keys-help|list-screen|load-failed|notice-dock|page-heading|screen-tabs|select-field|use-focus-fallback|use-notice|use-row-place|use-undoable-acts|use-virtual-rows|user-name|virtual-rows)|lib\/(address-number|changed-meanwhile|counties|county-text|failure-text|kept-drafts|no-county|parties|reload|restore-file|select-options|suggestions\.queries|use-debounced|use-settled-search|use-suggestions))|contract\/src\/access\/(access|rights)-errors|mutationObserver|useMutation|icons\/Icon(ChevronDown|ChevronRight|ExternalLink|Filter|Keyboard|Refresh|Trash)\./u,
}

const config = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  clearScreen: false,
  logLevel: 'warn',
  plugins: [contractPlugin(), react(), fontPreload()],
  // Whatever NODE_ENV the one who starts it has set: the page is always the one for real use.
  mode: 'production',
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { conditions: ['module', 'browser', 'production'] },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  build: {
    target: 'baseline-widely-available',
    // Nothing of the page is inline, so that its content security policy can be strict.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        // A name changes with what is in its file; the names of all parts stand in the first one, so a letter counts.
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
 * Puts all that the sign-in screen needs beside itself on a first visit, and that is in no other group, into one file:
 * what screens behind it need too would else lie in a dozen small ones, which are larger together, and a first visit
 * waits for each.
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

/** Has the page fetch the font of its text at once, not only when the styles that name it have come. */
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
