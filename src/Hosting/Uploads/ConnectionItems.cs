using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;

namespace Hosting.Uploads;

/// <summary>What all requests of a connection share.</summary>
internal static class ConnectionItems
{
    /// <returns>The one of the request's connection.</returns>
    public static T OfConnection<T>(this HttpContext context, Func<T> make)
        where T : class
    {
        var items = context.Features.GetRequiredFeature<IConnectionItemsFeature>().Items;
        lock (items)
        {
            if (items.TryGetValue(typeof(T), out var known))
            {
                return (T)known!;
            }

            var first = make();
            items[typeof(T)] = first;
            return first;
        }
    }
}
