export function canInstallPackages(): boolean;
export function installPackage(name: string): Promise<{ ok: boolean; output: string }>;
