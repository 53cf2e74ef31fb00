namespace Sigma.Engine.Matching.Literals;

/// <summary>Gets the literals that an index finds.</summary>
internal interface ILiteralHits
{
    /// <returns>False when it was found in this record before.</returns>
    bool Hit(int literal);
}
