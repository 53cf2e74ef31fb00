using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using Prober.Features.Configuration;
using Prober.Features.Settings;

namespace Prober.Tests.Configuration;

/// <summary>A file that is still being written changes nothing, also where what stands in it by now could be read.</summary>
public sealed class TargetListTests : IDisposable
{
    private const string One = "tcp:\n  - { name: a, host: \"127.0.0.1:1\" }\n";
    private const string Two = One + "  - { name: b, host: \"127.0.0.1:1\" }\n";
    private const string Three = Two + "  - { name: c, host: \"127.0.0.1:1\" }\n";

    private readonly TempDirectory _folder = new("prober-targets");

    private string Path => _folder.Combine("probes.yaml");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void HasChanged_FileThatIsStillWritten_WaitsUntilItStaysAsItIs()
    {
        var list = ListOf(One);
        list.Read().Targets.Count.ShouldBe(1);
        list.HasChanged().ShouldBeFalse();

        File.WriteAllText(Path, Two);
        list.HasChanged().ShouldBeFalse("it is seen for the first time");
        File.WriteAllText(Path, Three);
        list.HasChanged().ShouldBeFalse("it was written again since");

        list.HasChanged().ShouldBeTrue("it stayed as it is for one period");
        list.Read().Targets.Count.ShouldBe(3);
        list.HasChanged().ShouldBeFalse();
    }

    [Theory]
    [InlineData("tcp:\n  - { name: a, ho")]
    [InlineData("tcp:\n  - { name: a, host: \"127.0.0.1:1\"")]
    [InlineData("tcp:\n  - { name: a, host: \"127.0.0.1:1\" }\n  - { name: b }\n")]
    public void Read_FileThatStaysHalfWritten_IsRefused(string half)
    {
        var list = ListOf(One);
        list.Read();
        File.WriteAllText(Path, half);

        Should.Throw<ConfigRefusedException>(() => list.Read()).Message.ShouldContain("probes.yaml");
    }

    private TargetList ListOf(string text)
    {
        File.WriteAllText(Path, text);
        var options = new ProberOptions { Config = Path, DataDirectory = _folder.Combine("data") };
        return new(Options.Create(options), new(), TimeProvider.System, NullLogger<TargetList>.Instance);
    }
}
