export { readQueries } from '../../runtime/evals/read-queries.js';
