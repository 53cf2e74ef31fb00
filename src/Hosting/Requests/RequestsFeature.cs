using Hosting.Errors;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Hosting.Requests;

/// <summary>Requests are as strict as their standards: what two servers could understand differently is refused.</summary>
public static class RequestsFeature
{
    /// <summary>Reads all fields but Content-Length with this encoding.</summary>
    public static void ReadFieldsWith(this KestrelServerOptions kestrel, System.Text.Encoding? encoding) =>
        kestrel.RequestHeaderEncodingSelector = RequestFields.ReadWith(encoding);

    internal static void AddRequests(this IServiceCollection services)
    {
        // A line ends with CRLF (RFC 9112, section 2.2). Kestrel has this switch and no option; it looks when it makes its options.
        AppContext.SetSwitch("Microsoft.AspNetCore.Server.Kestrel.DisableHttp1LineFeedTerminators", true);
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IStartupFilter, HeadRequests>());
        services.Configure<KestrelServerOptions>(kestrel =>
        {
            kestrel.ReadFieldsWith(null);
            kestrel.AllowAlternateSchemes = true; // a proxy that ends TLS sends the scheme of its own client
        });
    }

    /// <summary>After routing, and before everything that looks at the method.</summary>
    internal static void UseHeadRequests(this WebApplication app) => app.Use(next => context =>
    {
        HeadRequests.Restore(context);
        return next(context);
    });

    /// <summary>After the metrics, which count the refused ones, and before everything that looks at a request.</summary>
    internal static void UseRequests(this WebApplication app) => app.Use(next => context =>
    {
        if (TransferCodings.Check(context.Request) is { } ambiguous)
        {
            context.Response.Headers.Connection = "close";
            return context.RefuseAsync(ambiguous);
        }

        if ((MethodNames.Check(context.Request.Method) ?? RequestTargets.Check(context)) is { } odd)
        {
            return context.RefuseAsync(odd);
        }

        return GrpcFraming.Check(context) is { } refusal ? context.RefuseAsync(refusal) : next(context);
    });
}
