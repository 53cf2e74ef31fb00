namespace Prometheus;

public sealed partial class Exemplar
{
    public readonly struct LabelPair
    {
        internal readonly string Name;
        internal readonly string Value;

        internal LabelPair(string name, string value)
        {
            Name = name;
            Value = value;
        }
    }
}
