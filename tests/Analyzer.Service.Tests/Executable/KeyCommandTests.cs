using System.Buffers.Text;
using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Text.Json.Nodes;
using Hosting.Lifetime;

namespace Analyzer.Service.Tests.Executable;

/// <summary><c>keys add</c>, <c>keys list</c> and <c>keys revoke</c> as a shell runs them, beside a service that runs.</summary>
public sealed class KeyCommandTests : IDisposable
{
    private readonly TempDirectory _folder = new("keys");
    private readonly ClientKeys _keys = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string Setting => $"--Analyzer:Keys={_keys.File}";

    public void Dispose()
    {
        _keys.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Keys_AddedThenRevoked_AreLetInThenRefused()
    {
        await using var host = await AnalyzerHost.StartAsync($"Keys={_keys.File}");

        var (first, second) = (await AddAsync("Ada"), await AddAsync("Ada"));
        await UntilAsync(host, first, HttpStatusCode.OK);
        await UntilAsync(host, second, HttpStatusCode.OK);
        var stored = await File.ReadAllTextAsync(_keys.File, Token);
        foreach (var key in new[] { first, second })
        {
            stored.ShouldNotContain(SecretOf(key));
            stored.ShouldContain(Convert.ToHexStringLower(SHA256.HashData(Base64Url.DecodeFromChars(SecretOf(key)))));
        }

        var (code, listed, errors) = await RunAsync("list");
        code.ShouldBe(ExitCode.Done, errors);
        listed.ShouldContain(IdOf(first));
        listed.ShouldContain("Ada");
        listed.ShouldNotContain(SecretOf(first));

        (code, _, errors) = await RunAsync("revoke", "Ada");
        code.ShouldBe(ExitCode.NotDone);
        errors.ShouldContain("2 keys have the name Ada");
        (await RunAsync("revoke", IdOf(first))).Code.ShouldBe(ExitCode.Done);
        await UntilAsync(host, first, HttpStatusCode.Unauthorized);
        (await RunAsync("revoke", "Ada")).Code.ShouldBe(ExitCode.Done); // one is left
        await UntilAsync(host, second, HttpStatusCode.Unauthorized);
        (await RunAsync("revoke", "Ada")).Code.ShouldBe(ExitCode.NotDone);
    }

    [Theory]
    [InlineData("90d")]
    [InlineData("2199-01-31")]
    public async Task Add_WithAnEnd_StoresIt(string expires)
    {
        var before = TimeProvider.System.GetUtcNow();

        await AddAsync("Ada", "--expires", expires);

        var key = JsonNode.Parse(await File.ReadAllTextAsync(_keys.File, Token))!["keys"]!.AsArray().ShouldHaveSingleItem()!;
        var end = DateTimeOffset.Parse((string)key["expires"]!, CultureInfo.InvariantCulture);
        if (expires == "90d")
        {
            end.ShouldBeInRange(before.AddDays(90).AddSeconds(-1), TimeProvider.System.GetUtcNow().AddDays(90));
        }
        else
        {
            end.ShouldBe(new DateTimeOffset(2199, 1, 31, 0, 0, 0, TimeSpan.Zero));
        }
    }

    [Theory]
    [InlineData("read", "2020-01-31", "--expires has to be in the future")]
    [InlineData("read", "soon", "--expires has to be a date")]
    [InlineData("read,write", "90d", "The scopes have to be some of")]
    public async Task Add_WrongArguments_IsNotDoneAndAddsNothing(string scopes, string expires, string message)
    {
        var (code, output, errors) = await RunAsync("add", "Ada", "--scopes", scopes, "--expires", expires);

        code.ShouldBe(ExitCode.NotDone);
        output.ShouldBeEmpty();
        errors.ShouldContain(message);
        JsonNode.Parse(await File.ReadAllTextAsync(_keys.File, Token))!["keys"]!.AsArray().ShouldBeEmpty();
    }

    private static string IdOf(string key) => key.Split('.')[0];

    private static string SecretOf(string key) => key.Split('.')[1];

    private static async Task UntilAsync(AnalyzerHost host, string key, HttpStatusCode status)
    {
        using var http = new HttpClient { BaseAddress = host.Http1 };
        http.DefaultRequestHeaders.Add("x-api-key", key);
        await Deadline.UntilAsync(async () =>
        {
            using var answer = await http.GetAsync("/v1/files", Token);
            return answer.StatusCode == status;
        });
    }

    private async Task<string> AddAsync(string name, params string[] more)
    {
        var (code, output, errors) = await RunAsync(["add", name, "--scopes", "submit,read", .. more]);
        code.ShouldBe(ExitCode.Done, errors);
        return output.Trim();
    }

    private Task<(int Code, string Output, string Errors)> RunAsync(params string[] arguments) =>
        ServiceExecutable.RunAsync(_folder.Path, ["keys", .. arguments, Setting]);
}
