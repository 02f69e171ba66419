import { build } from 'vite'
import { DEFAULT_API_BASE, namesApiBase } from './api-base.ts'
import { compressAssets } from './compress-assets.ts'
import config from './vite.config.ts'

// Builds the page into the folder that the command line names, for calls below the base that it names.
const [folder = '', apiBase = DEFAULT_API_BASE] = process.argv.slice(2)
await build({
  ...config,
  configFile: false,
  envDir: false,
  plugins: [...config.plugins, namesApiBase(apiBase)],
  build: { ...config.build, outDir: folder, emptyOutDir: true },
})
await compressAssets(folder)
