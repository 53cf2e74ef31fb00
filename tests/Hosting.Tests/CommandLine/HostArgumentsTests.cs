using Hosting.CommandLine;

namespace Hosting.Tests.CommandLine;

public sealed class HostArgumentsTests
{
    [Theory]
    [InlineData("", "", "")]
    [InlineData("--A:B=1", "--A:B=1", "")]
    [InlineData("--A:B 1", "--A:B=1", "")]
    [InlineData("--A:B:C=x=y --D:E=", "--A:B:C=x=y --D:E=", "")]
    [InlineData("export --A:B 1 file", "--A:B=1", "export file")]
    [InlineData("--help --A:B=1", "--A:B=1", "--help")]
    [InlineData("--version", "", "--version")]
    [InlineData("--url=http://x:1", "", "--url=http://x:1")]
    [InlineData("check C:/file", "", "check C:/file")]
    public void Split_Arguments_PartsSettingsFromTheRest(string arguments, string settings, string others)
    {
        var split = HostArguments.Split(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries));

        string.Join(' ', split.Settings).ShouldBe(settings);
        string.Join(' ', split.Others).ShouldBe(others);
        split.Incomplete.ShouldBeNull();
    }

    [Theory]
    [InlineData("--A:B")]
    [InlineData("export --A:B --C:D=1")]
    public void Split_SettingWithoutAValue_IsNamed(string arguments) =>
        HostArguments.Split(arguments.Split(' ')).Incomplete.ShouldBe("--A:B");
}
