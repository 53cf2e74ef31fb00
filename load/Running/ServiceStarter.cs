using Load.Server;

namespace Load.Running;

/// <summary>Brings about a service with these settings: starts one, or connects to one that runs.</summary>
internal delegate Task<ServiceUnderTest> ServiceStarter(ServiceSettings settings, CancellationToken cancellationToken);
