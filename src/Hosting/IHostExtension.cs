namespace Hosting;

/// <summary>
/// An extension of a host by a separate assembly: an assembly that <c>ASPNETCORE_HOSTINGSTARTUPASSEMBLIES</c> names registers an
/// implementation, and its middleware and endpoints are added to the host's own.
/// </summary>
public interface IHostExtension
{
    /// <summary>Adds middleware, after the host's and before the endpoints.</summary>
    void Use(WebApplication app);

    void Map(WebApplication app);
}
