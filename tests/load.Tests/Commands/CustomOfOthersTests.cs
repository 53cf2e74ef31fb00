using System.CommandLine;
using Load.Commands;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer;
using Load.Systems.Gateway;
using Load.Systems.Journal;
using Load.Systems.Prober;
using Load.Systems.Sigma;

namespace Load.Tests.Commands;

/// <summary>Rows that a person asks of the other systems, each with its own words.</summary>
public sealed class CustomOfOthersTests
{
    private RunOptions? _options;
    private Suite? _suite;

    [Theory]
    [InlineData("custom-gateway --file look-up --size 10KB",
        "rest look-up 10KB x16", "gateway look-up 10KB x16", "gateway-grpc look-up 10KB x16")]
    [InlineData("custom-gateway --transport gateway --rate 300 --file known", "gateway known 1MB 300/s")]
    [InlineData("custom-gateway --transport haproxy-grpc --instances 4 --think 5ms --size 3MB", "haproxy-grpc unknown 3MB x4 think=5ms")]
    [InlineData("custom-journal", "udp 20000 daemons journal", "tcp 20000 daemons journal")]
    [InlineData("custom-journal --transport relp --rate 7000,all --length 300B --receiver rsyslog",
        "relp 7000 300B rsyslog", "relp all 300B rsyslog")]
    [InlineData("custom-probe", "https 1000 10s ok schedule")]
    [InlineData("custom-probe --kind tcp --targets 300 --every 7s,1m --mix 30%-hang --prober loop",
        "tcp 300 7s 30%-hang loop", "tcp 300 60s 30%-hang loop")]
    [InlineData("custom-sigma --rules reader,500-contains", "distinct reader x1", "distinct 500-contains x1")]
    [InlineData("custom-sigma --records kafka --rules drain --partitions 4 --processes 2", "kafka drain partitions=4 processes=2")]
    public async Task Invoke_EachWord_NamesItsRow(string arguments, params string[] rows)
    {
        await InvokeAsync($"run {arguments}");

        _suite!.Cases.Select(one => one.Name).ShouldBe(rows);
    }

    [Theory]
    [InlineData("custom-gateway --transport tin-can", "--transport takes names: gateway, gateway-grpc, nginx")]
    [InlineData("custom-gateway --rate 5 --instances 4", "two ways to load")]
    [InlineData("custom-journal --transport smoke", "--transport takes names: udp, tcp, tls, relp")]
    [InlineData("custom-journal --rate 0", "--rate takes 1 to 1000000, or 'all'")]
    [InlineData("custom-journal --length 10B", "--length takes 64B to 8192B, or 'daemons'")]
    [InlineData("custom-journal --receiver cat", "--receiver takes names: journal, drop, rsyslog, syslog-ng")]
    [InlineData("custom-probe --kind gopher", "--kind takes names: https, http, tcp")]
    [InlineData("custom-probe --targets 99999", "--targets takes whole numbers from 1 to 50,000")]
    [InlineData("custom-probe --every 5", "--every takes whole seconds, 1s to 3600s")]
    [InlineData("custom-probe --every 500ms", "--every takes whole seconds")]
    [InlineData("custom-probe --mix sometimes", "--mix takes names: ok, 30%-hang")]
    [InlineData("custom-probe --prober me", "--prober takes names: loop, schedule")]
    [InlineData("custom-sigma --rules 0-exact", "--rules takes names: reader, case-1")]
    [InlineData("custom-sigma --rules 5-odd", "a number and a kind such as 500-exact")]
    [InlineData("custom-sigma --rules drain", "--records distinct does not go with --rules drain.")]
    [InlineData("custom-sigma --records kafka --rules 5-exact", "--records kafka does not go with --rules 5-exact.")]
    [InlineData("custom-sigma --partitions 4", "--partitions and --processes are a topic's")]
    public async Task Invoke_WrongWord_IsToldWithWhatThereIs(string arguments, string message)
    {
        (await InvokeAsync($"run {arguments}")).ShouldBe(LabExitCode.NotDone);

        _suite.ShouldBeNull();
        UsageError.Of(Root(), $"run {arguments}".Split(' '))!.ShouldContain(message);
    }

    [Theory]
    [InlineData("gateway", "transport=carrier", "More values: run custom-gateway --transport carrier; its --help names them.")]
    [InlineData("journal", "length=300B", "More values: run custom-journal --length 300B; its --help names them.")]
    [InlineData("probe", "targets=300", "More values: run custom-probe --targets 300; its --help names them.")]
    [InlineData("sigma", "rules=500-exact", "More values: run custom-sigma --rules 500-exact; its --help names them.")]
    [InlineData("ramp", "size=3MB", "More values: run custom-gateway --size 3MB; its --help names them.")]
    public async Task Customize_OnlyAValueThatTheSuiteLacks_PointsToItsCustom(string suite, string only, string hint)
    {
        await InvokeAsync($"run {suite} --only {only}");

        Should.Throw<LabException>(() => _options!.Customize(_suite!)).Message.ShouldEndWith(hint);
    }

    [Fact]
    public async Task Invoke_TooManyRows_IsRefusedWithTheirNumber()
    {
        var rates = string.Join(',', Enumerable.Range(1, 30));
        (await InvokeAsync($"run custom-journal --transport udp,tcp,tls,relp,http,sealed,in-turn --rate {rates}"))
            .ShouldBe(LabExitCode.NotDone);
    }

    private RootCommand Root() => LabCommand.Create(
        [new AnalyzerSystem(), new GatewaySystem(), new ProberSystem(), new JournalSystem(), new SigmaSystem()],
        (options, create) =>
        {
            _options = options;
            _suite = create();
            return Task.FromResult(7);
        });

    private Task<int> InvokeAsync(string arguments) => Invocation.InvokeAsync(
        Root(), arguments.Split(' '), new() { Output = TextWriter.Null, Error = TextWriter.Null }, TestContext.Current.CancellationToken);
}
