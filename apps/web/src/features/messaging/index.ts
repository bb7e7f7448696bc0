export { Banners, bannersKey, type Banner } from './banners.tsx'
