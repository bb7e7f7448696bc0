// Before every other style, or the layers would stand in the order in which parts happen to be loaded.
import './layers.css'
import '@mantine/core/styles.layer.css'
