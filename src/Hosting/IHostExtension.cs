namespace Hosting;

/// <summary>
/// An addition to a host by an assembly that is no part of it: one that <c>ASPNETCORE_HOSTINGSTARTUPASSEMBLIES</c> names registers an
/// implementation, and its middleware and endpoints stand beside the host's own.
/// </summary>
public interface IHostExtension
{
    /// <summary>Adds middleware: after the host's, before the endpoints.</summary>
    void Use(WebApplication app);

    void Map(WebApplication app);
}
