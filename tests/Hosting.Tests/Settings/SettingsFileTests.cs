using System.Text;
using Hosting.Lifetime;
using Hosting.Settings;
using Hosting.Tests.Hello;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Hosting.Tests.Settings;

/// <summary>Settings files as editors of several systems save them, and as people break them.</summary>
public sealed class SettingsFileTests : IDisposable
{
    private const string Text = "{\r\n  // a comment\r\n  \"hello\": { \"MANNERS\": { \"word\": \"Grüezi\", /* and */ }, },\r\n}\r\n";

    private readonly TempDirectory _folder = new();

    private string File => _folder.Combine("a.json");

    public static TheoryData<string, bool> Encodings =>
        new() { { "utf-8", false }, { "utf-8", true }, { "utf-16", true }, { "utf-16BE", true }, { "utf-32", true } };

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Encodings))]
    public void File_InAnEncodingThatItNames_IsReadAndItsLinesAreKnown(string name, bool hasMark)
    {
        var encoding = Encoding.GetEncoding(name);
        System.IO.File.WriteAllBytes(File, [.. hasMark ? encoding.GetPreamble() : [], .. encoding.GetBytes(Text)]);
        var builder = HostConfiguration.CreateBuilder([$"--config={File}"], Add);

        builder.Services.BuildServiceProvider().GetRequiredService<IOptions<HelloOptions>>().Value.Word.ShouldBe("Grüezi");
        new SettingOrigins(builder.Configuration).Of("Hello:Manners:Word").ShouldBe($"{File}, line 3");
    }

    [Theory]
    [InlineData("utf-16", "It has NUL characters, as UTF-16 without a mark has them: save the file as UTF-8.")]
    [InlineData("iso-8859-1", "Line 3 is not UTF-8: save the file as UTF-8.")]
    public void File_InAnEncodingThatItDoesNotName_IsRefused(string name, string why)
    {
        System.IO.File.WriteAllBytes(File, Encoding.GetEncoding(name).GetBytes(Text));

        Words().ShouldBe($"Failed to load configuration from file '{File}': {why}");
    }

    [Theory]
    [InlineData("", "It is empty: write {} into it, or delete it.")]
    [InlineData(" \r\n", "It is empty: write {} into it, or delete it.")]
    [InlineData(
        "{\n \"Hello\": {\n",
        "Line 3 is no JSON: Expected depth to be zero at the end of the JSON payload. There is an open JSON object or array that should be "
            + "closed.")]
    [InlineData("{\n \"Hello\": { \"LogFormat\": json }\n}", "Line 2 is no JSON: 'j' is an invalid start of a value.")]
    [InlineData("[]", "Top-level JSON element must be an object. Instead, 'Array' was found.")]
    [InlineData(
        "{ \"Hello\": {\n \"LogFormat\": \"json\",\n \"logFormat\": \"text\" } }",
        "Hello:LogFormat stands more than once, in lines 2 and 3: keep one of them.")]
    [InlineData(
        "{ \"Hello\": {\n \"LogFormat\": \"json\" },\n \"Hello:LogFormat\": \"text\" }",
        "Hello:LogFormat stands more than once, in lines 2 and 3: keep one of them.")]
    public void File_ThatCannotBeRead_IsRefusedWithItsLine(string text, string why)
    {
        System.IO.File.WriteAllText(File, text);

        Words().ShouldBe($"Failed to load configuration from file '{File}': {why}");
    }

    private string Words()
    {
        var refused = Should.Throw<InvalidDataException>(() => HostConfiguration.CreateBuilder([$"--config={File}"], Add));
        StartFailure.IsExpected(refused).ShouldBeTrue();
        return StartFailure.Sentence(refused);
    }

    private static void Add(IServiceCollection services) => services.AddHelloSettings();
}
