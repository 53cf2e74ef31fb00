using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Prober.Features.Configuration;

namespace Prober.Tests.Quorums;

/// <summary>The section <c>quorum</c>, and what strangers send to its address.</summary>
public sealed class QuorumTests : IDisposable
{
    private const string Good = """
        quorum:
          token: a-token-that-is-long
          probers: [{ name: a, url: "http://127.0.0.1:1" }, { name: b, url: "http://127.0.0.1:2" }]
        tcp: [{ name: x, host: "127.0.0.1:9" }]
        """;

    private readonly TempDirectory _folder = new("quorum");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("token: a-token-that-is-long", "token: short", "2: token needs at least 16 characters")]
    [InlineData("token: a-token-that-is-long", "need: 2", "2: token is missing")]
    [InlineData("{ name: b,", "{ name: a,", "3: two probers have the name a")]
    [InlineData(", { name: b, url: \"http://127.0.0.1:2\" }", "", "3: probers has to be a list of 2 to 16 probers")]
    [InlineData("http://127.0.0.1:2", "ftp://b", "3: url has to be an address of http or https")]
    [InlineData("quorum:", "quorum:\n  need: 3", "2: need has to be a number from 1 to 2")]
    [InlineData("quorum:", "quorum:\n  leader: a", "2: the key leader is unknown")]
    public void Read_QuorumThatIsWrong_IsRefusedWithItsLine(string part, string instead, string problem)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), Good.Replace(part, instead));

        var problems = ProbesFile.Read(_folder.Combine("probes.yaml"), _ => null).Problems;

        problems.ShouldContain(one => $"{one}".Contains($"probes.yaml:{problem}"), string.Join('\n', problems));
    }

    [Fact]
    public async Task Start_WithoutANameOfTheQuorum_IsRefused()
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), Good);

        var refused = await Should.ThrowAsync<ConfigRefusedException>(
            () => ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"), "--name", "c"));

        refused.Message.ShouldContain("--name (Prober:Name) has to be one of its probers: a, b");
    }

    [Fact]
    public async Task Message_OfAStranger_IsRefusedAndChangesNothing()
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), Good);
        await using var host = await ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"), "--name", "a");
        const string Message = """{"prober":"b","sent":1,"echo":null,"held":0,"tells":true,"targets":[],"edition":0,"alerts":[]}""";

        (await PostAsync(Message, "another-token-that-is")).ShouldBe(HttpStatusCode.Forbidden);
        (await PostAsync(Message, null)).ShouldBe(HttpStatusCode.Forbidden);
        (await PostAsync(Message.Replace("\"b\"", "\"c\""), "a-token-that-is-long")).ShouldBe(HttpStatusCode.BadRequest);
        (await PostAsync(Message.Replace("\"b\"", "\"a\""), "a-token-that-is-long")).ShouldBe(HttpStatusCode.BadRequest);
        (await PostAsync("[]", "a-token-that-is-long")).ShouldBe(HttpStatusCode.BadRequest);
        (await PostAsync(Message.Replace("[]", "[null]"), "a-token-that-is-long")).ShouldBe(HttpStatusCode.BadRequest);
        (await PostAsync(Message.Replace("[]", "null"), "a-token-that-is-long")).ShouldBe(HttpStatusCode.BadRequest);
        (await PostAsync(Message.Replace("\"held\":0", "\"held\":-1"), "a-token-that-is-long")).ShouldBe(HttpStatusCode.BadRequest);
        (await AnsweringAsync()).ShouldBe(1);

        // An old message that was on its way for long echoes nothing new: it says only that the prober can send.
        (await PostAsync(Message, "a-token-that-is-long")).ShouldBe(HttpStatusCode.OK);
        (await PostAsync(Message.Replace("null", "1"), "a-token-that-is-long")).ShouldBe(HttpStatusCode.OK);
        (await PostAsync(Message.Replace("null", $"{long.MaxValue / 2}"), "a-token-that-is-long")).ShouldBe(HttpStatusCode.OK);
        (await AnsweringAsync()).ShouldBe(1);

        // A fresh one counts; it is sent again in case the machine stood still for so long that it was old.
        for (var attempt = 0; attempt < 10 && await AnsweringAsync() == 1; attempt++)
        {
            using var answer = await SendAsync(Message, "a-token-that-is-long");
            var sent = JsonNode.Parse(await answer.Content.ReadAsStringAsync(Token))!["sent"];
            (await PostAsync(Message.Replace("null", $"{sent}"), "a-token-that-is-long")).ShouldBe(HttpStatusCode.OK);
        }

        (await AnsweringAsync()).ShouldBe(2);

        async Task<int> AnsweringAsync() =>
            (int)(await host.Http.GetFromJsonAsync<JsonObject>("/api/v1/quorum", Token).Within())!["answering"]!;

        async Task<HttpStatusCode> PostAsync(string body, string? token)
        {
            using var response = await SendAsync(body, token);
            return response.StatusCode;
        }

        async Task<HttpResponseMessage> SendAsync(string body, string? token)
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, "/api/v1/quorum") { Content = new StringContent(body) };
            request.Headers.Authorization = token is null ? null : new AuthenticationHeaderValue("Bearer", token);
            return await host.Http.SendAsync(request, Token).Within();
        }
    }

    [Fact]
    public async Task Acknowledge_WhereNobodyTells_SaysWhatToDo()
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), Good);
        await using var host = await ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"), "--name", "b");

        using var answer = await host.Http.PostAsJsonAsync("/api/v1/silence?kind=tcp&name=x", new { @for = "1h" }, Token).Within();

        answer.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await answer.Content.ReadAsStringAsync(Token)).ShouldContain("No prober of the quorum sends messages now");
    }
}
