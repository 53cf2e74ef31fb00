using Gateway.Features.Settings;
using Hosting.Settings;
using Microsoft.Extensions.Options;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Gateway.Features.Routing;

/// <summary>What has to be right of sets and routes together.</summary>
internal sealed class RouteRules(HostDescription host) : IValidateOptions<GatewayOptions>
{
    private static readonly string Analyzers = $"/{Rpc.Descriptor.FullName}/";

    public ValidateOptionsResult Validate(string? name, GatewayOptions options)
    {
        List<string> problems =
        [
            .. NoBackends(options),
            .. options.Sets.SelectMany(set => OfMembers(set.Value, SetKey(set.Key))),
            .. options.Sets.Keys.Where(GatewayOptions.IsDefaultSet).Select(set =>
                $"{host.Key(SetKey(set))} cannot be: the set default is {host.Key(nameof(GatewayOptions.Backends))}. Name it otherwise."),
            .. options.Routes.SelectMany(route => OfMembers(route.Value, RouteKey(route.Key))),
            .. options.Routes.SelectMany(route => OfMembers(route.Value.RetryPolicy, $"{RouteKey(route.Key)}:RetryPolicy")),
            .. options.Routes.SelectMany(route => OfRoute(RouteKey(route.Key), route.Value, options)),
            .. Twice(options),
        ];
        return problems.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(problems);
    }

    private static string SetKey(string name) => $"{nameof(GatewayOptions.Sets)}:{name}";

    private static string RouteKey(string name) => $"{nameof(GatewayOptions.Routes)}:{name}";

    private IEnumerable<string> NoBackends(GatewayOptions options) =>
        options.Sets.Count == 0 && BackendAddressesAttribute.IsEmpty(options.Backends)
            ? [BackendAddressesAttribute.EmptyText(host.Key(nameof(GatewayOptions.Backends)))]
            : [];

    private IEnumerable<string> OfMembers(object member, string key) => Setting.Of(member.GetType(), key)
        .SelectMany(setting => setting.Problems(host, setting.Property!.GetValue(member)));

    private IEnumerable<string> OfRoute(string key, RouteSettings route, GatewayOptions options)
    {
        if (RoutePrefix.Of(route.Match) is not { } prefix)
        {
            yield return $"{host.Key(key)}:Match is '{route.Match}'. "
                + "Write a service, such as acme.v1.Orders, or a prefix of paths, such as /acme.";
        }
        else if (prefix.StartsWith(Analyzers, StringComparison.Ordinal))
        {
            yield return $"{host.Key(key)}:Match is '{route.Match}', and the analyzer's own methods always go to "
                + $"{host.Key(nameof(GatewayOptions.Backends))}. Remove this route.";
        }

        if (!GatewayOptions.IsDefaultSet(route.Set) && !options.Sets.ContainsKey(route.Set))
        {
            var sets = string.Join(" or ", options.Sets.Keys.Order(StringComparer.Ordinal).Append(GatewayOptions.DefaultSet));
            yield return $"{host.Key(key)}:Set is '{route.Set}', and there is no such set. "
                + $"Write {sets}, or add {host.Key(SetKey("NAME"))}.";
        }

        var retry = route.RetryPolicy;
        foreach (var code in retry.RetryableStatusCodes.Where(code => !RetryPolicy.TryParse(code, out _)))
        {
            yield return $"{host.Key(key)}:RetryPolicy:RetryableStatusCodes holds '{code}', which is not a failure of gRPC. "
                + "Write it like UNAVAILABLE.";
        }

        if (retry.MaxAttempts == 1)
        {
            yield return $"{host.Key(key)}:RetryPolicy:MaxAttempts is 1, which repeats nothing. Write at least 2, or leave it out.";
        }
        else if ((retry.MaxAttempts > 1) != (retry.RetryableStatusCodes.Count > 0))
        {
            yield return $"{host.Key(key)}:RetryPolicy:MaxAttempts and RetryableStatusCodes belong together: write both, such as 4 and "
                + "UNAVAILABLE.";
        }
    }

    private IEnumerable<string> Twice(GatewayOptions options) => options.Routes
        .GroupBy(route => RoutePrefix.Of(route.Value.Match))
        .Where(same => same.Key is not null && same.Count() > 1)
        .Select(same => (Keys: same.Select(route => $"{host.Key(RouteKey(route.Key))}:Match").Order(StringComparer.Ordinal), same.Key))
        .Select(same => $"{string.Join(" and ", same.Keys)} are the same, {same.Key}. "
            + "Remove all but one, or give each a Match of its own.");
}
