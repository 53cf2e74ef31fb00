using Microsoft.Extensions.DependencyInjection;

namespace Grpc.AspNetCore.Server;

/// <summary>The service instance of each call: the container's own when registered there, otherwise one made and disposed here.</summary>
internal sealed class ServiceActivator<TService>
    where TService : class
{
    private readonly Lazy<ObjectFactory<TService>> _create = new(() => ActivatorUtilities.CreateFactory<TService>([]));

    /// <param name="isOwned">True when the caller has to dispose it.</param>
    public TService Create(IServiceProvider services, out bool isOwned)
    {
        var registered = services.GetService<TService>();
        isOwned = registered is null;
        return registered ?? _create.Value(services, []);
    }

    public static async ValueTask DisposeAsync(TService service)
    {
        if (service is IAsyncDisposable asyncDisposable)
        {
            await asyncDisposable.DisposeAsync().ConfigureAwait(false);
        }
        else
        {
            (service as IDisposable)?.Dispose();
        }
    }
}
