using System.Buffers.Text;
using System.Text;
using System.Text.Json.Nodes;

namespace Hosting.Tests.Access;

/// <summary>Makes tokens of an issuer for an audience, good ones and those with something wrong.</summary>
internal sealed class TokenMaker(TokenSigner signer)
{
    public const string Issuer = "https://issuer.example";
    public const string Audience = "hello";

    private static long Soon => TimeProvider.System.GetUtcNow().AddMinutes(10).ToUnixTimeSeconds();

    /// <param name="changes">Claims that differ; null for one that is absent.</param>
    /// <param name="algorithm">That of the header, or what is wrong with the signature.</param>
    /// <param name="others">Fields of the head that differ; null for one that is absent; or another head.</param>
    public async Task<string> MakeAsync(string changes, string algorithm, string others)
    {
        var claims = JsonNode.Parse(
            $$"""{"iss":"{{Issuer}}","aud":"{{Audience}}","sub":"Ada","jti":"one","scope":"read","exp":{{Soon}}}""")!;
        foreach (var (name, value) in JsonNode.Parse(changes)!.AsObject())
        {
            claims.AsObject().Remove(name);
            if (value is not null)
            {
                claims[name] = value.DeepClone();
            }
        }

        var key = algorithm == "stranger" ? "stranger" : "key";
        var named = algorithm is "stranger" or "changed" ? "RS256" : algorithm;
        var head = Encode(Head($$"""{"alg":"{{named}}","typ":"JWT","kid":"{{key}}"}""", others));
        var signed = $"{head}.{Encode(claims.ToJsonString())}";
        if (algorithm.Equals("none", StringComparison.OrdinalIgnoreCase))
        {
            return $"{signed}.";
        }

        // HS256 by the public key is the attack on verifiers that let the token choose.
        var signature = await signer.SignAsync(key, signed, byPublicKey: algorithm == "HS256");
        claims["scope"] = "admin";
        return algorithm == "changed" ? $"{head}.{Encode(claims.ToJsonString())}.{signature}" : $"{signed}.{signature}";
    }

    private string Head(string usual, string others)
    {
        if (JsonNode.Parse(others) is not JsonObject changes)
        {
            return others;
        }

        var head = JsonNode.Parse(usual)!.AsObject();
        foreach (var (name, value) in changes)
        {
            head.Remove(name);
            if (value is not null)
            {
                head[name] = name == "jwk" ? JsonNode.Parse(signer.KeySet("stranger"))!["keys"]![0]!.DeepClone() : value.DeepClone();
            }
        }

        return head.ToJsonString();
    }

    private static string Encode(string text) => Base64Url.EncodeToString(Encoding.UTF8.GetBytes(text));
}
