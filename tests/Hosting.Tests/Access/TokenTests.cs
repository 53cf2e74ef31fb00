using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using Grpc.Core;
using Grpc.Net.Client;
using Hosting.Access;
using Hosting.Tests.Hello;
using Hosting.Tests.Hello.V1;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using Rpc = Hosting.Tests.Hello.V1.Hello;

namespace Hosting.Tests.Access;

/// <summary>Tokens that openssl signed: who is let in, and what the others are told.</summary>
public sealed class TokenTests(TokenSigner signer) : IClassFixture<TokenSigner>, IDisposable
{
    private const string Issuer = TokenMaker.Issuer, Audience = TokenMaker.Audience;

    private readonly TempDirectory _folder = new("tokens");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string Keys => Path.Combine(_folder.Path, "jwks.json");

    private string Revocations => Path.Combine(_folder.Path, "revoked");

    public void Dispose() => _folder.Dispose();

    /// <summary>The claims that differ from those of a good token, the algorithm that the header names, the answer and its words.</summary>
    [Theory]
    [InlineData("{}", "RS256", 200, "")]
    [InlineData("""{"scope":"openid read profile"}""", "RS256", 200, "")]
    [InlineData("""{"scope":["submit","read"]}""", "RS256", 200, "")]
    [InlineData("""{"aud":["others","hello"]}""", "RS256", 200, "")]
    [InlineData("""{"scope":"submit"}""", "RS256", 403, "You lack the scope read")]
    [InlineData("""{"scope":"openid"}""", "RS256", 403, "You lack the scope read")]
    [InlineData("""{"scope":null,"scp":"read"}""", "RS256", 403, "You lack the scope read")]
    [InlineData("""{"iss":"https://other.example"}""", "RS256", 401, "of another issuer")]
    [InlineData("""{"iss":null}""", "RS256", 401, "of another issuer")]
    [InlineData("""{"aud":"others"}""", "RS256", 401, "another audience")]
    [InlineData("""{"aud":null}""", "RS256", 401, "another audience")]
    [InlineData("""{"exp":1700000000}""", "RS256", 401, "has expired")]
    [InlineData("""{"exp":null}""", "RS256", 401, "no end (exp)")]
    [InlineData("""{"exp":253402300799}""", "RS256", 200, "")]
    [InlineData("""{"exp":99999999999999}""", "RS256", 200, "")]
    [InlineData("""{"sub":null}""", "RS256", 401, "names no client (sub)")]
    [InlineData("""{"sub":""}""", "RS256", 401, "names no client (sub)")]
    [InlineData("""{"nbf":4000000000}""", "RS256", 401, "not valid yet")]
    [InlineData("{}", "none", 401, "or it has none")]
    [InlineData("{}", "None", 401, "or it has none")]
    [InlineData("{}", "HS256", 401, "not right")]
    [InlineData("{}", "RS512", 401, "not right")]
    [InlineData("{}", "stranger", 401, "a key that is not its issuer's")]
    [InlineData("{}", "changed", 401, "not right")]
    public async Task Token_OfEachKind_IsLetInOrTold(string claims, string algorithm, int status, string words)
    {
        var token = await TokenAsync(claims, algorithm);
        var host = await signer.HostAsync($"TokenIssuer={Issuer}", $"TokenAudience={Audience}");

        var (answer, detail) = await AskAsync(host, token);

        ((int)answer).ShouldBe(status, detail);
        detail.ShouldContain(words);
        (await GreetAsync(host, token)).ShouldBe(status switch
        {
            200 => StatusCode.OK,
            401 => StatusCode.Unauthenticated,
            _ => StatusCode.PermissionDenied,
        });
    }

    /// <summary>What known attacks write into the head of a token; the words and the status of the answer.</summary>
    [Theory]
    [InlineData("""{"typ":null}""", "RS256", 200, "")]
    [InlineData("""{"typ":"AT+JWT"}""", "RS256", 200, "")]
    [InlineData("""{"typ":"application/at+jwt"}""", "RS256", 200, "")]
    [InlineData("""{"typ":"logout+jwt"}""", "RS256", 401, "another purpose")]
    [InlineData("""{"typ":"dpop+jwt"}""", "RS256", 401, "another purpose")]
    [InlineData("""{"crit":["exp2"],"exp2":1}""", "RS256", 401, "not understood")]
    [InlineData("""{"crit":["b64"],"b64":false}""", "RS256", 401, "not understood")]
    [InlineData("""{"crit":[]}""", "RS256", 401, "not understood")]
    [InlineData("""{"kid":"../../../dev/null"}""", "stranger", 401, "")]
    [InlineData("""{"kid":"key"}""", "stranger", 401, "not right")]
    [InlineData("""{"kid":"key' OR '1'='1"}""", "stranger", 401, "")]
    [InlineData("""{"jku":"http://127.0.0.1:9/jwks.json"}""", "stranger", 401, "")]
    [InlineData("""{"x5u":"http://127.0.0.1:9/x.pem"}""", "stranger", 401, "")]
    [InlineData("""{"jwk":true}""", "stranger", 401, "")] // the stranger's own key
    [InlineData("""{"alg":["RS256"]}""", "RS256", 401, "")]
    [InlineData("""{"alg":null}""", "RS256", 401, "")]
    [InlineData("""{"alg":"rs256"}""", "RS256", 401, "")]
    [InlineData("""{"alg":"ES256"}""", "RS256", 401, "")]
    [InlineData("""{"alg":"dir","enc":"A128GCM"}""", "RS256", 401, "")]
    [InlineData("""{"zip":"DEF"}""", "RS256", 200, "")] // of encrypted tokens; a signed one is as it is
    [InlineData("[]", "RS256", 401, "")]
    public async Task Head_OfKnownAttacks_IsIgnoredOrRefused(string head, string algorithm, int status, string words)
    {
        var token = await TokenAsync("{}", algorithm, head);
        var host = await signer.HostAsync($"TokenIssuer={Issuer}", $"TokenAudience={Audience}");

        var (answer, detail) = await AskAsync(host, token);

        ((int)answer).ShouldBe(status, detail);
        detail.ShouldContain(words);
    }

    /// <summary>Claims that are not of the kind that RFC 7519 gives them never let anybody in, and are no bug.</summary>
    [Theory]
    [InlineData("""{"iss":["https://issuer.example"]}""", 401)]
    [InlineData("""{"iss":{}}""", 401)]
    [InlineData("""{"aud":[["hello"]]}""", 401)]
    [InlineData("""{"aud":{"hello":1}}""", 401)]
    [InlineData("""{"aud":"hello "}""", 401)]
    [InlineData("""{"aud":"HELLO"}""", 401)]
    [InlineData("""{"aud":[]}""", 401)]
    [InlineData("""{"exp":"soon"}""", 401)]
    [InlineData("""{"exp":-1}""", 401)]
    [InlineData("""{"exp":true}""", 401)]
    [InlineData("""{"exp":[4000000000]}""", 401)]
    [InlineData("""{"nbf":"4000000000"}""", 401)]
    [InlineData("""{"nbf":4000000000.5}""", 401)]
    [InlineData("""{"scope":{"read":true}}""", 403)]
    [InlineData("""{"scope":[["read"]]}""", 403)]
    [InlineData("""{"scope":"READ,read"}""", 403)]
    [InlineData("""{"scope":"READ Submit"}""", 403)]
    [InlineData("""{"scope":true}""", 403)]
    public async Task Claim_OfAnotherKind_LetsNobodyIn(string claims, int status)
    {
        var host = await signer.HostAsync($"TokenIssuer={Issuer}", $"TokenAudience={Audience}");
        using var clean = host.Log.ExpectClean();

        var (answer, detail) = await AskAsync(host, await TokenAsync(claims, "RS256"));

        ((int)answer).ShouldBe(status, detail);
    }

    [Theory]
    [InlineData("..")]
    [InlineData("a.b.c")]
    [InlineData("eyJhbGciOiJub25lIn0.e30.")]
    [InlineData("eyJhbGciOiJSUzI1NiJ9..")]
    [InlineData("eyJhbGciOiJSUzI1NiJ9.bm90anNvbg.AAAA")]
    public async Task Token_ThatIsNone_IsRefused(string token)
    {
        var host = await signer.HostAsync($"TokenIssuer={Issuer}", $"TokenAudience={Audience}");

        (await AskAsync(host, token)).Status.ShouldBe(HttpStatusCode.Unauthorized);
        (await AskAsync(host, $"eyJ.{new string('a', 9000)}.x")).Detail.ShouldContain("longer than 8 KiB");
    }

    [Theory]
    [InlineData("jti=one")]
    [InlineData("# left us\nsub=Ada")]
    public async Task Token_Revoked_IsRefusedAndItsLongRequestsEnd(string line)
    {
        await WriteKeysAsync("key");
        await File.WriteAllTextAsync(Revocations, "", Token);
        var token = await TokenAsync("{}", "RS256");
        using var tokens = Clients();
        (await tokens.FindAsync(token, Token)).IsError(out _, out var client).ShouldBeFalse();
        client!.Id.ShouldBe("token:Ada");
        client.Ended.IsCancellationRequested.ShouldBeFalse();

        await File.WriteAllTextAsync(Revocations, line, Token);
        await tokens.RefreshAsync();

        await Deadline.UntilAsync(() => client.Ended.IsCancellationRequested);
        (await tokens.FindAsync(token, Token)).IsError(out var refusal, out _).ShouldBeTrue();
        refusal!.Detail.ShouldContain("revoked");
    }

    [Theory]
    [InlineData("ada@example.org|1", 1, true)]
    [InlineData("a", 100, true)]
    [InlineData("a", 101, false)]
    [InlineData("ädä", 1, false)]
    [InlineData("Ada Lovelace", 1, false)]
    [InlineData("Ada\n", 1, false)]
    public async Task Subject_ThatNoHeaderBears_IsNamedByItsDigest(string text, int times, bool isPlain)
    {
        await WriteKeysAsync("key");
        var sub = string.Concat(Enumerable.Repeat(text, times));
        using var tokens = Clients();

        var found = await tokens.FindAsync(await TokenAsync(new JsonObject { ["sub"] = sub }.ToJsonString(), "RS256"), Token);

        found.IsError(out _, out var client).ShouldBeFalse();
        client!.Id.ShouldBe($"token:{(isPlain ? sub : Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(sub))))}");
        client.Name.ShouldBe(sub);
    }

    [Theory]
    [InlineData("jti")]
    [InlineData("jti=")]
    [InlineData("sub= Ada")]
    [InlineData("sub =Ada")]
    [InlineData("Ada")]
    public async Task RevocationLine_ThatRevokesNothing_StopsTheStart(string line)
    {
        await WriteKeysAsync("key");
        await File.WriteAllTextAsync(Revocations, $"# all\njti=one\n{line}\n", Token);

        Should.Throw<InvalidDataException>(Clients).Message.ShouldContain($"'{line}'");
    }

    [Fact]
    public async Task Keys_Exchanged_TokensOfTheOldOneEnd()
    {
        await WriteKeysAsync("key");
        var token = await TokenAsync("{}", "RS256");
        using var tokens = Clients();
        (await tokens.FindAsync(token, Token)).IsError(out _, out var client).ShouldBeFalse();

        await WriteKeysAsync("stranger");
        await tokens.RefreshAsync();

        await Deadline.UntilAsync(() => client!.Ended.IsCancellationRequested);
        (await tokens.FindAsync(token, Token)).IsError(out _, out _).ShouldBeTrue();
        (await tokens.FindAsync(await TokenAsync("{}", "stranger"), Token)).IsError(out _, out _).ShouldBeFalse();
    }

    [Fact]
    public async Task Issuer_TellsItsKeys_TokensAreLetIn()
    {
        await WriteKeysAsync("key");
        await using var issuer = await IssuerHost.StartAsync(() => File.ReadAllText(Keys));
        var token = await TokenAsync($$"""{"iss":"{{issuer.Address}}"}""", "RS256");
        await using var host = await HelloHost.StartAsync($"TokenIssuer={issuer.Address}", $"TokenAudience={Audience}");

        (await AskAsync(host, token)).Status.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task Issuer_DoesNotAnswer_ClientsAreToldToComeAgain()
    {
        var address = $"http://127.0.0.1:{LoopbackPort.FindFree()}";
        var token = await TokenAsync($$"""{"iss":"{{address}}"}""", "RS256");
        await using var host = await HelloHost.StartAsync($"TokenIssuer={address}", $"TokenAudience={Audience}");

        (await AskAsync(host, token)).Status.ShouldBe(HttpStatusCode.ServiceUnavailable);
        host.Log.Records.ShouldContain(record => record.Message.Contains("Tokens cannot be checked"));
    }

    [Fact]
    public async Task Issuer_WhoseKeysAreTooLong_IsNotRead()
    {
        await using var issuer = await IssuerHost.StartAsync(() => new string(' ', 2 << 20) + signer.KeySet("key"));
        using var keys = new IssuerKeys(issuer.Address, null, TimeProvider.System);

        await Should.ThrowAsync<InvalidOperationException>(keys.GetAsync(Token).AsTask().Within());
    }

    [Fact]
    public async Task Issuer_ThatNeverAnswers_IsNotWaitedFor()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        using var keys = new IssuerKeys($"http://{silent.LocalEndpoint}", null, new Hurry());

        await Should.ThrowAsync<TimeoutException>(keys.GetAsync(Token).AsTask().Within());
    }

    [Fact]
    public async Task Keys_Unreadable_AreToldOnceAndReadAgain()
    {
        await WriteKeysAsync("key");
        var readable = false;
        await using var issuer = await IssuerHost.StartAsync(() => Volatile.Read(ref readable) ? File.ReadAllText(Keys) : "none");
        var token = await TokenAsync($$"""{"iss":"{{issuer.Address}}"}""", "RS256");
        await using var host = await HelloHost.StartAsync($"TokenIssuer={issuer.Address}", $"TokenAudience={Audience}");

        for (var i = 0; i < 5; i++)
        {
            (await AskAsync(host, token)).Status.ShouldBe(HttpStatusCode.ServiceUnavailable);
        }

        await Task.Delay(TimeSpan.FromSeconds(1.5), Token); // the keys have been looked at again
        (await AskAsync(host, token)).Status.ShouldBe(HttpStatusCode.ServiceUnavailable);
        host.Log.Records.Count(record => record.Message.Contains("Tokens cannot be checked")).ShouldBe(1);
        Volatile.Write(ref readable, true);
        await Deadline.UntilAsync(async () => (await AskAsync(host, token)).Status == HttpStatusCode.OK);
    }

    [Theory]
    [InlineData("TokenIssuer=https://issuer.example", "belong together")]
    [InlineData("TokenAudience=hello", "belong together")]
    [InlineData("TokenKeys=jwks.json", "have no effect without TokenIssuer")]
    [InlineData("TokenIssuer=issuer TokenAudience=hello", "name a file in TokenKeys")]
    [InlineData("TokenIssuer=http://issuer.example TokenAudience=hello", "name a file in TokenKeys")]
    public async Task Settings_ThatDoNotFit_StopTheStart(string settings, string words)
    {
        var wrong = await Should.ThrowAsync<OptionsValidationException>(HelloHost.StartAsync(settings.Split(' ')));

        wrong.Message.ShouldContain(words);
    }

    [Theory]
    [InlineData("""{"keys":[]}""")]
    [InlineData("""{"keys":[{"kty":"oct","k":"AAAA"}]}""")]
    [InlineData("no json")]
    public async Task KeyFile_WithoutAPublicKey_StopsTheStart(string text)
    {
        await File.WriteAllTextAsync(Keys, text, Token);

        (await Should.ThrowAsync<InvalidDataException>(StartAsync())).Message.ShouldContain("jwks.json");
    }

    private Task<string> TokenAsync(string changes, string algorithm, string others = "{}") =>
        new TokenMaker(signer).MakeAsync(changes, algorithm, others);

    private TokenClients Clients() => new(
        Options.Create(new AccessOptions
        {
            TokenIssuer = Issuer,
            TokenAudience = Audience,
            TokenKeys = Keys,
            TokenRevocations = File.Exists(Revocations) ? Revocations : null,
        }),
        TimeProvider.System,
        NullLogger<TokenClients>.Instance);

    private Task<HelloHost> StartAsync() =>
        HelloHost.StartAsync($"TokenIssuer={Issuer}", $"TokenAudience={Audience}", $"TokenKeys={Keys}");

    private static async Task<(HttpStatusCode Status, string Detail)> AskAsync(HelloHost host, string token)
    {
        using var http = new HttpClient { BaseAddress = host.Http1 };
        http.DefaultRequestHeaders.TryAddWithoutValidation("Authorization", $"Bearer {token}");
        using var response = await http.GetAsync("/hello/Ada", Token).Within();
        return (response.StatusCode, response.IsSuccessStatusCode ? ""
            : (string)(await response.Content.ReadFromJsonAsync<JsonObject>(Token).Within())!["detail"]!);
    }

    private static async Task<StatusCode> GreetAsync(HelloHost host, string token)
    {
        using var channel = GrpcChannel.ForAddress(host.Http2);
        try
        {
            var headers = new Metadata { { "authorization", $"Bearer {token}" } };
            await new Rpc.HelloClient(channel).GreetAsync(new GreetRequest { Name = "Ada" }, headers, cancellationToken: Token);
            return StatusCode.OK;
        }
        catch (RpcException refused)
        {
            return refused.StatusCode;
        }
    }

    private async Task WriteKeysAsync(string key)
    {
        await File.WriteAllTextAsync(Keys, signer.KeySet(key), Token);

        // Another time, however coarse the clock is.
        File.SetLastWriteTimeUtc(Keys, TimeProvider.System.GetUtcNow().UtcDateTime.AddSeconds(key.Length));
    }

    /// <summary>Waits a hundredth of each time.</summary>
    private sealed class Hurry : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            base.CreateTimer(callback, state, dueTime / 100, period);
    }
}
