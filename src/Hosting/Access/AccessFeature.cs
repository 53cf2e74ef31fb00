using Hosting.Audit;
using Hosting.Errors;
using Hosting.Settings;
using Hosting.Trust;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Authorization.Policy;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Hosting.Access;

/// <summary>
/// Decides who may do what. Without keys or certificates everybody may do everything, and ASP.NET Core's authentication is not added,
/// because it would only cost time. The guard against browsers is always added.
/// </summary>
internal static class AccessFeature
{
    public static IServiceCollection AddAccessSettings(this IServiceCollection services)
    {
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IValidateOptions<AuditOptions>, AuditExposure>());
        services.AddHostOptions<AccessOptions>();
        services.AddOptions<AccessOptions>()
            .PostConfigure<HostDescription, IConfiguration>((options, host, configuration) =>
                options.ClientSubjects = ClientSubjects.Read(configuration.GetSection(host.Key(nameof(AccessOptions.ClientSubjects)))))
            .Validate(
                options => string.IsNullOrEmpty(options.ClientRevocations) || !string.IsNullOrEmpty(options.ClientAuthority),
                "ClientRevocations has no effect without ClientAuthority: name the file of the authorities too.")
            .Validate(
                options => options.TakesTokens == !string.IsNullOrEmpty(options.TokenAudience),
                "TokenIssuer and TokenAudience belong together: a token has to be made by the one for the other.")
            .Validate(
                options => options.TakesTokens
                    || (string.IsNullOrEmpty(options.TokenKeys) && string.IsNullOrEmpty(options.TokenRevocations)),
                "TokenKeys and TokenRevocations have no effect without TokenIssuer: name the issuer too.")
            .Validate(
                options => !options.TakesTokens || !string.IsNullOrEmpty(options.TokenKeys) || IssuerKeys.IsAddress(options.TokenIssuer!),
                "TokenIssuer is not an address (https; http only on loopback) that could tell its keys: name a file in TokenKeys.");
        return services;
    }

    public static void AddAccess(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        services.TryAddSingleton<BrowserGuard>();
        var host = services.Host();
        var keys = builder.Configuration[host.Key(nameof(AccessOptions.Keys))];
        var authority = builder.Configuration[host.Key(nameof(AccessOptions.ClientAuthority))];
        services.TryAddSingleton<TrustedProxies>();

        // Endpoints name their scopes even without keys. With keys, an admitted client does not pass ASP.NET Core's middleware each time.
        services.Configure<RouteOptions>(routes => routes.SuppressCheckForUnhandledSecurityMetadata = true);
        var issuer = builder.Configuration[host.Key(nameof(AccessOptions.TokenIssuer))];
        if (string.IsNullOrEmpty(keys) && string.IsNullOrEmpty(authority) && string.IsNullOrEmpty(issuer))
        {
            return;
        }

        if (!string.IsNullOrEmpty(keys))
        {
            services.AddKeys(host, keys);
        }

        if (!string.IsNullOrEmpty(authority))
        {
            services.TryAddSingleton<CertificateClients>();
            services.TryAddSingleton<IClientCertificates>(provider => provider.GetRequiredService<CertificateClients>());
        }

        if (!string.IsNullOrEmpty(issuer))
        {
            services.TryAddSingleton<TokenClients>();
            services.TryAddSingleton<TokenAuthentication>();
        }

        services.TryAddSingleton(provider => new ClientAuthentication(
            provider.GetService<KeyAuthentication>(),
            provider.GetService<CertificateClients>(),
            provider.GetService<TokenAuthentication>()));
        services.TryAddSingleton<IAuthenticationService>(provider => provider.GetRequiredService<ClientAuthentication>());
        services.AddScopePolicies();
    }

    public static void UseAccess(this WebApplication app)
    {
        var guard = app.Services.GetRequiredService<BrowserGuard>();
        app.Use(next => context => guard.Check(context.Request) is { } refusal ? context.RefuseAsync(refusal) : next(context));

        // Created now, so that a file without valid keys or authorities stops the start.
        if (app.Services.GetService<ClientAuthentication>() is { } authentication)
        {
            app.Use(next => context =>
            {
                var telling = authentication.TellAsync(context);
                return telling.IsCompletedSuccessfully ? next(context) : WaitAsync(telling, next, context);
            });
        }

        static async Task WaitAsync(ValueTask telling, RequestDelegate next, HttpContext context)
        {
            await telling;
            await next(context);
        }

        var proxies = app.Services.GetRequiredService<TrustedProxies>();
        app.Use(next => context =>
        {
            proxies.Believe(context);
            return next(context);
        });
    }

    /// <summary>After everything that has to know the client, and nothing else.</summary>
    public static void UsePolicies(this WebApplication app)
    {
        if (app.Services.GetService<ClientAuthentication>() is null)
        {
            return;
        }

        using var scope = app.Services.CreateScope();
        if (scope.ServiceProvider.GetRequiredService<IPolicyEvaluator>() is ScopeEvaluator evaluator
            && scope.ServiceProvider.GetRequiredService<IAuthorizationPolicyProvider>().AllowsCachingPolicies)
        {
            app.UseShortAuthorization(evaluator);
        }
        else
        {
            app.UseAuthorization(); // the host has its own policies
        }
    }

    /// <summary>
    /// ASP.NET Core's authorization, with a short path for a client that it would admit. The others need no scope of the container either:
    /// all that authorization asks the container for are singletons.
    /// </summary>
    private static void UseShortAuthorization(this WebApplication app, ScopeEvaluator evaluator)
    {
        var root = new RootServices(app.Services);
        RequestDelegate? behind = null;
        app.Use(next => context =>
        {
            if (evaluator.LetsIn(context))
            {
                return behind!(context);
            }

            if (context.Features.Get<IServiceProvidersFeature>() is null)
            {
                context.Features.Set<IServiceProvidersFeature>(root);
            }

            return next(context);
        });
        app.UseAuthorization();
        app.Use(next =>
        {
            behind = next;
            return context =>
            {
                if (context.Features.Get<IServiceProvidersFeature>() == root)
                {
                    context.Features.Set<IServiceProvidersFeature>(null);
                }

                return next(context);
            };
        });
    }

    private static void AddKeys(this IServiceCollection services, HostDescription host, string path)
    {
        services.TryAddSingleton(new KeyFile(path));
        services.TryAddSingleton(provider => new KeyRing(
            provider.GetRequiredService<KeyFile>(),
            provider.GetRequiredService<TimeProvider>(),
            provider.GetRequiredService<ILogger<KeyRing>>(),
            provider.GetRequiredService<AuditTrail>() is { IsOn: true } trail ? Audit(provider, trail) : null));
        services.TryAddSingleton<KeyAuthentication>();

        // Beside the audit file, which belongs to this host alone; several hosts may share one file of keys.
        KeyAudit Audit(IServiceProvider provider, AuditTrail trail) => new(
            trail,
            new KeyFile(provider.GetRequiredService<IOptions<AuditOptions>>().Value.File is { Length: > 0 } file
                ? $"{file}.keys" : $"{path}.{host.Name}"),
            provider.GetRequiredService<TimeProvider>(),
            provider.GetRequiredService<ILogger<KeyAudit>>());
    }

    private sealed class RootServices(IServiceProvider services) : IServiceProvidersFeature
    {
        public IServiceProvider RequestServices { get; set; } = services;
    }
}
