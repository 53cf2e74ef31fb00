namespace Load.Server;

/// <param name="Assembly">The service's dll.</param>
/// <param name="LogPath">What the service says is appended here.</param>
internal sealed record ServiceStart(string Assembly, string LogPath);
