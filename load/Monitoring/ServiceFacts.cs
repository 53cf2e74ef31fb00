namespace Load.Monitoring;

/// <summary>What the service says it is.</summary>
/// <param name="Version">With the commit it was built from.</param>
/// <param name="Configuration">Release or another.</param>
/// <param name="Runtime">Such as <c>.NET 10.0.12</c>.</param>
/// <param name="ServerGc">Which garbage collector runs.</param>
/// <param name="Store">Where reports go.</param>
internal sealed record ServiceFacts(string Version, string Configuration, string Runtime, bool ServerGc, string Store);
