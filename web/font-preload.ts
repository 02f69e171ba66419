import type { Plugin } from 'vite'

const FIRST_FONT = /ibm-plex-sans-latin-400-normal.*\.woff2$/

/** Has the page fetch the font of its text at once, not only when the styles that name it have come. */
export function fontPreload(): Plugin {
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
