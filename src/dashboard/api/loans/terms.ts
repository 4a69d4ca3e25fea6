import { endpointQuery } from '../http/queries.ts';

export const loanConfigurationQuery = endpointQuery('getLoanConfiguration', {});
