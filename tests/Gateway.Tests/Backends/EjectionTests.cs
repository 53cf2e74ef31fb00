using System.Net;
using Gateway.Features.Backends;
using Gateway.Tests.BadInput;

namespace Gateway.Tests.Backends;

/// <summary>Ejection as clients see it.</summary>
public sealed class EjectionTests
{
    /// <summary>An AnalysisReport with <c>json</c> (field 13): <c>{}</c>.</summary>
    private static readonly byte[] Report = [(13 << 3) | 2, 2, (byte)'{', (byte)'}'];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task LookUps_OneBackendIsSilent_GoToTheOtherAloneAfterFiveTimeouts()
    {
        await using var silent = new ScriptedBackend((_, _) => Task.CompletedTask);
        await using var good = new ScriptedBackend((connection, stream) => connection.AnswerAsync(stream, Report));
        await using var gateway = await GatewayHost.StartUnwatchedAsync(
            [silent.Address, good.Address], "AnswerTimeout=00:00:02", "EjectionTime=00:10:00");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        while (silent.Calls < Outliers.MaxInARow)
        {
            (await AskAsync(http)).ShouldBeOneOf(HttpStatusCode.OK, HttpStatusCode.GatewayTimeout); // within the budget it is repeated
        }

        var metrics = await http.GetStringAsync("/metrics", Token).Within();
        var before = good.Calls;
        for (var i = 0; i < 5; i++)
        {
            (await AskAsync(http)).ShouldBe(HttpStatusCode.OK);
        }

        metrics.ShouldContain($"gateway_backend_ejected{{backend=\"{silent.Address.Authority}\",set=\"default\"}} 1\n");
        metrics.ShouldContain($"gateway_backend_ejected{{backend=\"{good.Address.Authority}\",set=\"default\"}} 0\n");
        metrics.ShouldContain("gateway_ejections_total 1\n");
        (silent.Calls, good.Calls - before).ShouldBe((Outliers.MaxInARow, 5));
    }

    private static async Task<HttpStatusCode> AskAsync(HttpClient http)
    {
        using var answer = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();
        return answer.StatusCode;
    }
}
