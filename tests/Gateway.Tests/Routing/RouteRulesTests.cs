using Hosting.Lifetime;

namespace Gateway.Tests.Routing;

/// <summary>Sets and routes that cannot be meant stop the start, with the key and the remedy.</summary>
public sealed class RouteRulesTests
{
    private const string Set = "Sets:orders:Backends=127.0.0.1:1";

    [Theory]
    [InlineData(
        "Gateway:Routes:a:Set is 'ordres', and there is no such set. Write orders or default, or add Gateway:Sets:NAME.",
        Set, "Routes:a:Match=acme.v1.Orders", "Routes:a:Set=ordres")]
    [InlineData(
        "Gateway:Routes:a:Set is '', and there is no such set. Write default, or add Gateway:Sets:NAME.", "Routes:a:Match=acme.v1.Orders")]
    [InlineData(
        "Gateway:Routes:a:Match and Gateway:Routes:b:Match are the same, /acme.v1.Orders/. Remove all but one, or give each a Match of "
            + "its own.",
        Set, "Routes:a:Match=acme.v1.Orders", "Routes:a:Set=orders", "Routes:b:Match=/acme.v1.Orders/", "Routes:b:Set=orders")]
    [InlineData(
        "Gateway:Routes:a:Match is '/a b'. Write a service, such as acme.v1.Orders, or a prefix of paths, such as /acme.",
        Set, "Routes:a:Match=/a b", "Routes:a:Set=orders")]
    [InlineData(
        "Gateway:Routes:a:Match is ''. Write a service, such as acme.v1.Orders, or a prefix of paths, such as /acme.",
        Set, "Routes:a:Set=orders")]
    [InlineData(
        "Gateway:Routes:a:Match is '/a/b/c'. Write a service, such as acme.v1.Orders, or a prefix of paths, such as /acme.",
        Set, "Routes:a:Match=/a/b/c", "Routes:a:Set=orders")]
    [InlineData(
        "Gateway:Routes:a:Match is 'analyzer.v1.Analyzer', and the analyzer's own methods always go to Gateway:Backends. "
            + "Remove this route.",
        Set, "Routes:a:Match=analyzer.v1.Analyzer", "Routes:a:Set=orders")]
    [InlineData(
        "Gateway:Sets:orders:Backends is empty: name at least one backend, such as http://127.0.0.1:5081.", "Sets:orders:Backends=")]
    [InlineData(
        "Gateway:Sets:orders:Backends holds 'nonsense', which is not a base address. Write it like http://127.0.0.1:5081.",
        "Sets:orders:Backends=nonsense")]
    [InlineData(
        "Gateway:Sets:Default cannot be: the set default is Gateway:Backends. Name it otherwise.", "Sets:Default:Backends=127.0.0.1:1")]
    [InlineData(
        "Gateway:Sets:orders:Key would be sent without TLS: 192.0.2.1:1 needs https, or Gateway:AllowPlaintext=true if the network is "
            + "secured otherwise.",
        "Sets:orders:Backends=192.0.2.1:1", "Sets:orders:Key=secret")]
    [InlineData(
        "There is no setting Gateway:Routes:a:Tmeout. The most similar one is Gateway:Routes:a:Timeout.",
        Set, "Routes:a:Match=acme.v1.Orders", "Routes:a:Set=orders", "Routes:a:Tmeout=5s")]
    [InlineData(
        "Gateway:Routes:a:Timeout=5 is not valid: 5 has no unit. It has to be a time such as 30s, 15min or 90d from 1ms to 30d, or empty.",
        Set, "Routes:a:Match=acme.v1.Orders", "Routes:a:Set=orders", "Routes:a:Timeout=5")]
    [InlineData(
        "Gateway:Routes:a:Scope=root is not valid: it has to be none, submit, read or admin.",
        Set, "Routes:a:Match=acme.v1.Orders", "Routes:a:Set=orders", "Routes:a:Scope=root")]
    [InlineData(
        "Gateway:Routes:a:RetryPolicy:RetryableStatusCodes holds 'SOMETIMES', which is not a failure of gRPC. Write it like UNAVAILABLE.",
        Set, "Routes:a:Match=acme.v1.Orders", "Routes:a:Set=orders", "Routes:a:RetryPolicy:MaxAttempts=3",
        "Routes:a:RetryPolicy:RetryableStatusCodes:0=SOMETIMES")]
    [InlineData(
        "Gateway:Routes:a:RetryPolicy:MaxAttempts and RetryableStatusCodes belong together: write both, such as 4 and UNAVAILABLE.",
        Set, "Routes:a:Match=acme.v1.Orders", "Routes:a:Set=orders", "Routes:a:RetryPolicy:MaxAttempts=3")]
    [InlineData(
        "Gateway:Routes:a:RetryPolicy:MaxAttempts is 1, which repeats nothing. Write at least 2, or leave it out.",
        Set, "Routes:a:Match=acme.v1.Orders", "Routes:a:Set=orders", "Routes:a:RetryPolicy:MaxAttempts=1",
        "Routes:a:RetryPolicy:RetryableStatusCodes=UNAVAILABLE")]
    [InlineData(
        "Gateway:CorsOrigins holds 'app.example.org', which is not an origin. Write it like https://app.example.org, without a path, or "
            + "write * for all.",
        "CorsOrigins=app.example.org")]
    public void Start_SettingsThatCannotBeMeant_IsRefusedWithTheRemedy(string message, params string[] settings)
    {
        var exception = Should.Throw<Exception>(() => GatewayHost.Build(new LogSink(), settings).UseGateway());

        StartFailure.IsExpected(exception).ShouldBeTrue();
        StartFailure.Sentence(exception).ShouldBe(message);
    }
}
