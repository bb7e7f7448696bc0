export { authorOf, note, type Act, type Author } from '../../platform/audit/author.ts'
