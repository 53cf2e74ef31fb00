using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http.Features;

namespace Hosting.Requests;

/// <summary>
/// HEAD wherever GET is (RFC 9110, section 9.3.2): routing, which runs before all of a host's own middleware, sees a GET; everything after
/// it sees the HEAD again. No body is sent for it, whatever the endpoint writes (<see cref="NoBody"/>).
/// </summary>
internal sealed class HeadRequests : IStartupFilter
{
    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
    {
        app.Use(next => context =>
        {
            if (HttpMethods.IsHead(context.Request.Method))
            {
                context.Request.Method = HttpMethods.Get;
                context.Features.Set(this);
                context.Features.Set<IHttpResponseBodyFeature>(new NoBody(context.Features.GetRequiredFeature<IHttpResponseBodyFeature>()));
            }

            return next(context);
        });
        next(app);
    };

    /// <summary>Call it after routing.</summary>
    public static void Restore(HttpContext context)
    {
        if (context.Features.Get<HeadRequests>() is not null)
        {
            context.Request.Method = HttpMethods.Head;
        }
    }
}
